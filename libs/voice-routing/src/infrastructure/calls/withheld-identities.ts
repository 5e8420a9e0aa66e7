import type { CryptoBox } from '@trunkline/platform';

const PURPOSE = 'voice.withheld_identity';

/** Identities of callers that withhold their numbers. Seals for one decision: a value copied to another row cannot be opened. */
export class WithheldIdentities {
  constructor(private readonly box: CryptoBox) {}

  seal(decisionId: string, identity: string): string {
    return this.box.seal(PURPOSE, identity, decisionId);
  }

  open(decisionId: string, sealed: string): string {
    return this.box.open(PURPOSE, sealed, decisionId).toString();
  }
}
