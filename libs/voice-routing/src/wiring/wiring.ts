import type { Provider } from '@nestjs/common';

type Class = abstract new (...args: never[]) => unknown;

/** The providers of one capability. Those in `exported` are visible outside the context. */
export interface Wiring {
  readonly providers: readonly Provider[];
  readonly exported: readonly (Provider & { readonly provide: Class })[];
}
