import type { Provider } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';

type Class = abstract new (...args: never[]) => unknown;

/** The providers of one capability, of which other contexts and apps may inject those in `exported`. */
export interface Wiring extends Pick<Partial<Persistence>, 'schemas' | 'migrations'> {
  readonly providers: readonly Provider[];
  readonly exported: readonly (Provider & { readonly provide: Class })[];
}
