/** The start screen of an app: what a person may do, with a connection and in a tunnel. */

import {
  Access, Hearth, HearthError, type AccessStorage, type HouseholdAsOf, type KnownAccess,
  type Notice,
} from "hearth-client";

/** What the screen shows. */
export interface Screen {
  isPlus: boolean;
  banner: string;
  household: string;
  notices: string[];
}

/** The signed-in person's session, as your identity provider's package has it. */
export interface Session {
  userID: string;
  accessToken(how: { isRefused: boolean }): Promise<string>;
}

export class App {
  private readonly hearth: Hearth;
  private readonly access: Access;
  private household: HouseholdAsOf | null = null;
  private notices: Notice[] = [];

  constructor(address: string, tenant: string, session: Session, storage: AccessStorage) {
    // #region access
    // A phone's network is slow.
    this.hearth = new Hearth(
      { address, tenant, timeout: 10, key: (how) => session.accessToken(how) });
    // A name for each person, so that the next one on this device does not see the last one's.
    this.access = new Access(this.hearth, { storage, name: `hearth.${session.userID}` });
    // #endregion
  }

  /** Draws the screen, at once from what is kept, and again whenever something changes. */
  async run(draw: (screen: Screen) => void, signal?: AbortSignal): Promise<void> {
    for await (const known of this.access.updates(signal)) {
      draw(this.screen(known));
      if (known.state !== "fresh") continue;
      await this.load();
      draw(this.screen(known));
    }
  }

  /** Right after the sign-in: takes along what the device's anonymous person bought. */
  async signIn(anonymousID: string, deviceSecret: string): Promise<number> {
    // #region identify
    const proof = { device_secret: deviceSecret };
    const { moved } = await this.hearth.me.identify(anonymousID, proof);
    // #endregion
    return moved.purchases.length + moved.subscriptions.length;
  }

  async join(code: string): Promise<string> {
    try {
      const joined = await this.hearth.me.joinHousehold(code);
      return joined.is_confirmed ? "Welcome!" : "The owner has to confirm.";
    } catch (error) {
      if (!(error instanceof HearthError)) throw error;
      return error.code === "invite_not_found" ? "This code is wrong." : error.message;
    }
  }

  private async load(): Promise<void> {
    try {
      [this.household, this.notices] = await Promise.all([
        this.hearth.me.household(), this.hearth.me.notices(),
      ]);
    } catch (error) {
      // A tunnel begins. The next update has what is missing.
      if (!(error instanceof HearthError)) throw error;
    }
  }

  private screen(known: KnownAccess): Screen {
    const banners = {
      fresh: "", kept: known.reason ? "Offline" : "", unknown: "Connect once to see what you have.",
    };
    return {
      isPlus: known.isActive("plus"),
      banner: known.reason?.code === "clock_set_back" ? "Set your clock." : banners[known.state],
      household: this.household?.name ?? "",
      notices: this.notices.map((notice) => notice.kind),
    };
  }
}
