import type { Provider } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';

type Class = abstract new (...args: never[]) => unknown;

/** A part of the context: its providers, of which `exported` are visible outside, and its part of the database. */
export interface Wiring extends Persistence {
  readonly providers: readonly Provider[];
  readonly exported: readonly (Provider & { readonly provide: Class })[];
}
