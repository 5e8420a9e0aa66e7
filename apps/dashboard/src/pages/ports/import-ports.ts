import { type Failure, type PortRequest, TrunklineError } from '@trunkline/client';
import { selectedAccount } from '../../session/client';

const URL_PATH = '/v1/porting/requests/import';

const UNREADABLE = { code: 'unreadable_response', message: 'The API returned no JSON.' } as const;

interface PortFileFault {
  readonly line: number;
  readonly message: string;
}

export interface ImportedPorts {
  readonly items: readonly PortRequest[];
  readonly carrier: string | null;
  readonly fault_count: number;
  readonly faults: readonly PortFileFault[];
}

interface Envelope {
  readonly data?: ImportedPorts;
  readonly error?: Pick<Failure, 'code' | 'message' | 'fields'>;
}

/** Sends a CSV file, which the client does not. Rejects with a `TrunklineError`, as the client does. */
export async function importPorts(file: File): Promise<ImportedPorts> {
  const accountId = selectedAccount.get();
  const response = await fetch(URL_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'text/csv',
      'idempotency-key': crypto.randomUUID(),
      ...(accountId !== undefined && { 'x-account-id': accountId }),
    },
    body: file,
  });
  const { data, error } = (await response.json().catch(() => ({}))) as Envelope;
  if (data) return data;
  throw new TrunklineError({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    ...(error ?? UNREADABLE),
  });
}
