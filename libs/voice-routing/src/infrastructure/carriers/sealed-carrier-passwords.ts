import type { CryptoBox } from '@trunkline/platform';
import { CarrierPasswords } from '../../application/carriers/ports';

const CARRIER = 'voice.carrier_password';

/** Seals for one carrier: a value copied to another row cannot be opened. */
export class CryptoBoxCarrierPasswords extends CarrierPasswords {
  constructor(private readonly box: CryptoBox) {
    super();
  }

  override seal(carrierId: string, password: string): string {
    return this.box.seal(CARRIER, password, carrierId);
  }

  override open(carrierId: string, sealed: string): string {
    return this.box.open(CARRIER, sealed, carrierId).toString();
  }
}
