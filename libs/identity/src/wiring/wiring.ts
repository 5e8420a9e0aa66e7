import type { Provider } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';

type Class = abstract new (...args: never[]) => unknown;

/** What one theme of the context brings: providers, of which the exported are seen outside, and its part of the database. */
export interface Wiring extends Persistence {
  readonly providers: readonly Provider[];
  readonly exported: readonly (Provider & { readonly provide: Class })[];
}
