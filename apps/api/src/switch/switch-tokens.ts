import { TokenSet } from '@trunkline/platform';

/** `switch_id=token` binds the token to that switch. The length tells it from a token that contains `=`. */
const BOUND = /^([A-Za-z0-9._-]{1,64})=(\S{16,})$/;

/** The switch that a token is bound to. */
export type SwitchIdentity =
  | { readonly isKnown: false }
  /** Null: valid for any switch. */
  | { readonly isKnown: true; readonly switchId: string | null };

/** The configured tokens of switches, each plain or hashed, and optionally bound to a switch. */
export class SwitchTokens {
  private readonly unbound: TokenSet;
  private readonly bound: readonly { readonly switchId: string; readonly tokens: TokenSet }[];

  constructor(configured: readonly string[]) {
    const matches = configured.map((text) => ({ text, match: BOUND.exec(text) }));
    this.unbound = new TokenSet(matches.flatMap(({ text, match }) => (match ? [] : [text])));
    this.bound = matches.flatMap(({ match }) =>
      match?.[1] && match[2] ? [{ switchId: match[1], tokens: new TokenSet([match[2]]) }] : [],
    );
  }

  /** Takes the same time for every token. */
  identify(token: string): SwitchIdentity {
    const isUnbound = this.unbound.has(token);
    const owner = this.bound.map(({ switchId, tokens }) => (tokens.has(token) ? switchId : null));
    if (isUnbound) return { isKnown: true, switchId: null };
    const switchId = owner.find((each) => each !== null);
    return switchId === undefined ? { isKnown: false } : { isKnown: true, switchId };
  }
}
