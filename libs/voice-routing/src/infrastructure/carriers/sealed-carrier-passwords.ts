import type { CryptoBox } from '@trunkline/platform';
import { type CarrierPasswords } from '../../application/carriers/ports';

const CARRIER = 'voice.carrier_password';

/** Seals for one carrier: a value copied to another row cannot be opened. */
export class CryptoBoxCarrierPasswords implements CarrierPasswords {
  constructor(private readonly box: CryptoBox) {}

  seal(carrierId: string, password: string): string {
    return this.box.seal(CARRIER, password, carrierId);
  }

  open(carrierId: string, sealed: string): string {
    return this.box.open(CARRIER, sealed, carrierId).toString();
  }
}
