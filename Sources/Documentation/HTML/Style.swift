/// The only style of all pages.
enum Style {
    static let text = """
        :root{--ink:#1d1d1f;--dim:#5d6066;--paper:#fff;--wash:#f5f5f2;--line:#dedcd5;\
        --link:#a43c12;--get:#1c6b48;--put:#8a5a00;--del:#a3223a;color-scheme:light dark}
        @media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--dim:#a2a09a;--paper:#17171a;\
        --wash:#222226;--line:#37373d;--link:#ff9d6c;--get:#6fcf9b;--put:#e5b567;--del:#ff8095}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);\
        font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;\
        overflow-wrap:break-word}
        header,main{max-width:54rem;margin:0 auto;padding:0 1.25rem}
        header{display:flex;flex-wrap:wrap;gap:.3rem 1.3rem;align-items:baseline;\
        padding-top:1.2rem;padding-bottom:.8rem;border-bottom:1px solid var(--line)}
        header a{color:var(--dim);text-decoration:none}
        header a:first-child{color:var(--ink);font-weight:700;font-size:1.1rem}
        header a:hover,a:hover{text-decoration:underline}
        main{padding-bottom:4rem}
        a{color:var(--link);text-decoration:none}
        h1{font-size:1.9rem;line-height:1.2;margin:2rem 0 .6rem}
        h2{font-size:1.3rem;margin:2.4rem 0 .6rem;padding-top:.2rem}
        h3{font-size:1.05rem;margin:1.8rem 0 .4rem}
        h1 code,h2 code,h3 code{font-size:.9em}
        p,ul,ol{margin:.6rem 0}
        ul,ol{padding-left:1.4rem}
        li{margin:.2rem 0}
        code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
        code{background:var(--wash);padding:.1em .3em;border-radius:4px}
        pre{background:var(--wash);border:1px solid var(--line);border-radius:8px;\
        padding:.8rem 1rem;overflow-x:auto;line-height:1.45}
        pre code{background:none;padding:0;font-size:1em}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;margin:.8rem 0;font-size:.94rem}
        th,td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;\
        border-bottom:1px solid var(--line)}
        th{color:var(--dim);font-weight:600}
        td p{margin:.2rem 0}
        .dim{color:var(--dim)}
        .lead{font-size:1.15rem;color:var(--dim)}
        .call{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline}
        .method{font-weight:700;font-size:.8rem;letter-spacing:.04em}
        .get{color:var(--get)}.post,.put,.patch{color:var(--put)}.delete{color:var(--del)}
        .list{list-style:none;padding:0}
        .list li{margin:0;padding:.5rem 0;border-bottom:1px solid var(--line)}
        .fields{border-left:2px solid var(--line);padding-left:1rem;margin:.5rem 0}
        .fields .fields{margin-left:.1rem}
        .field{margin:.7rem 0}
        .field p,.field ul{margin:.15rem 0}
        .fix{border-left:4px solid var(--get);background:var(--wash);padding:.7rem 1rem;\
        border-radius:0 8px 8px 0}
        @media(max-width:30rem){body{font-size:15px}h1{font-size:1.5rem}}
        """
}
