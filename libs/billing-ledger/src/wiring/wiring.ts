import type { Provider } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';

type Class = abstract new (...args: never[]) => unknown;

/** The providers, exports, schemas and migrations of one capability. Exports are providers too. */
export interface Wiring extends Persistence {
  readonly providers: readonly Provider[];
  readonly exports: readonly (Provider & { readonly provide: Class })[];
}
