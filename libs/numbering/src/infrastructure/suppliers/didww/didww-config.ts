import type { DidwwVoiceInTarget } from '@trunkline/platform';
import { fixedCredential } from '../http/credential';
import { SupplierHttp } from '../http/supplier-http';

export const DIDWW = 'didww';
/** Later versions rename fields (doc.didww.com/api3/2026-11-19/changelog.html). */
const API_VERSION = '2026-04-16';
const MEDIA_TYPE = 'application/vnd.api+json';

export interface DidwwConfig {
  readonly apiKey: string;
  /** `https://api.didww.com/v3`, or the URL of the DIDWW sandbox. */
  readonly apiBase: URL;
  /** Callback URL, which the signature covers. Null disables callbacks. */
  readonly callbackUrl: URL | null;
  /** Several for rotation. An empty list rejects every callback. */
  readonly callbackSecrets: readonly string[];
  /** Where DIDWW sends the calls of numbers. Null: nowhere, so none is bought. */
  readonly voiceIn: DidwwVoiceInTarget | null;
}

export interface DidwwHttpOptions {
  readonly timeoutMs?: number;
  readonly pauseMs?: number;
}

export function didwwHttp({ apiKey, apiBase }: DidwwConfig, options: DidwwHttpOptions = {}): SupplierHttp {
  return new SupplierHttp({
    supplier: 'DIDWW',
    baseUrl: apiBase,
    credential: fixedCredential('Api-Key', apiKey),
    mediaType: MEDIA_TYPE,
    headers: { 'X-DIDWW-API-Version': API_VERSION },
    ...options,
  });
}
