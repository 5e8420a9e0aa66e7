import type { CryptoBox } from '@trunkline/platform';
import { RowSeal } from '../../application/quarantine/ports';

const PURPOSE = 'cdr-quarantine';

export class CryptoBoxRowSeal extends RowSeal {
  constructor(private readonly box: CryptoBox) {
    super();
  }

  override seal(id: string, row: unknown): string {
    return this.box.seal(PURPOSE, JSON.stringify(row), id);
  }

  override open(id: string, sealed: string): unknown {
    return JSON.parse(this.box.open(PURPOSE, sealed, id).toString('utf8'));
  }

  override digest(row: unknown): string {
    return this.box.digest(PURPOSE, JSON.stringify(row)).toString('base64url');
  }
}
