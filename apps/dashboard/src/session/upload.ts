import { type ComplianceDocument, type Failure, TrunklineError } from '@trunkline/client';
import { selectedAccount } from './client';

const URL_PATH = '/v1/compliance/documents';
/** A slow connection needs more than a minute for 2 MB. */
const TIMEOUT_MS = 300_000;
const UNREADABLE = { code: 'unreadable_response', message: 'The API returned no JSON.' } as const;

interface UploadOptions {
  readonly idempotencyKey: string;
  /** Called with the share of the form that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

interface Envelope {
  readonly data?: ComplianceDocument;
  readonly error?: Pick<Failure, 'code' | 'message' | 'fields'>;
}

/** Uploads a document and reports its progress, which `fetch` does not. Rejects with a `TrunklineError`, as the client does. */
export function uploadDocument(
  form: FormData,
  { idempotencyKey, onProgress }: UploadOptions,
): Promise<ComplianceDocument> {
  const request = new XMLHttpRequest();
  request.open('POST', URL_PATH);
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('idempotency-key', idempotencyKey);
  const accountId = selectedAccount.get();
  if (accountId !== undefined) request.setRequestHeader('x-account-id', accountId);
  return new Promise((resolve, reject) => {
    const fail = (failure: Failure): void => reject(new TrunklineError(failure));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { data, error = UNREADABLE } = readEnvelope(request.responseText);
      if (data) resolve(data);
      else fail({ status: request.status, requestId: request.getResponseHeader('x-request-id'), ...error });
    };
    request.onerror = () => fail({ status: 0, code: 'connection_failed', message: 'The API cannot be reached.' });
    request.ontimeout = () => fail({ status: 0, code: 'timed_out', message: 'The API did not respond in time.' });
    request.send(form);
  });
}

function readEnvelope(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    // A proxy, not the API, has answered.
    return {};
  }
}
