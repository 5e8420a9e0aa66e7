import { fixedCredential } from '../http/credential';
import { SupplierHttp } from '../http/supplier-http';

export const DIDWW = 'didww';
/** The version whose shapes are read here; later ones rename fields (doc.didww.com/api3/2026-11-19/changelog.html). */
const API_VERSION = '2026-04-16';
const MEDIA_TYPE = 'application/vnd.api+json';

export interface DidwwConfig {
  readonly apiKey: string;
  /** `https://api.didww.com/v3`, or that of its sandbox. */
  readonly apiBase: URL;
  /** Where DIDWW calls back, exactly as it is told: its signature covers the address. Null for no callbacks. */
  readonly callbackUrl: URL | null;
  /** Several while one is being replaced. None refuses every callback. */
  readonly callbackSecrets: readonly string[];
}

export interface DidwwHttpOptions {
  readonly boundMs?: number;
  readonly pauseMs?: number;
}

export function didwwHttp({ apiKey, apiBase }: DidwwConfig, options: DidwwHttpOptions = {}): SupplierHttp {
  return new SupplierHttp({
    ...{ supplier: 'DIDWW', baseUrl: apiBase, credential: fixedCredential('Api-Key', apiKey), mediaType: MEDIA_TYPE },
    headers: { 'X-DIDWW-API-Version': API_VERSION },
    ...options,
  });
}
