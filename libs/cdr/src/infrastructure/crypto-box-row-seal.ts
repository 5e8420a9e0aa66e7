import type { CryptoBox } from '@trunkline/platform';
import { type RowSeal } from '../application/quarantine/ports';

const PURPOSE = 'cdr-quarantine';
/** A valid report has a depth of three. */
const DEPTH_MAX = 20;
const TOO_DEEP = '(nested too deeply to be stored)';

export class CryptoBoxRowSeal implements RowSeal {
  constructor(private readonly box: CryptoBox) {}

  seal(id: string, row: unknown): string {
    return this.box.seal(PURPOSE, textOf(row), id);
  }

  open(id: string, sealed: string): unknown {
    return JSON.parse(this.box.open(PURPOSE, sealed, id).toString('utf8'));
  }

  digest(row: unknown): string {
    return this.box.digest(PURPOSE, textOf(row)).toString('base64url');
  }
}

/** JSON.parse reads any depth, but JSON.stringify fails at some thousands; one row must not fail the batch. */
function textOf(row: unknown): string {
  return JSON.stringify(shallow(row, 0));
}

function shallow(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((each) => shallow(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shallow(each, depth + 1)]));
}
