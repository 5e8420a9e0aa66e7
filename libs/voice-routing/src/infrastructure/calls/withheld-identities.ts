import { type CryptoBox, SealedTexts } from '@trunkline/platform';

/** Identities of callers that withhold their numbers, each of one decision. */
export class WithheldIdentities extends SealedTexts {
  constructor(box: CryptoBox) {
    super(box, 'voice.withheld_identity');
  }
}
