import { StartError } from '../stack/start-error';

/** Address of the operator's interface, and tokens for it. */
export interface CarrierTarget {
  readonly internalUrl: string;
  /** As configured: plain tokens, which can be used, and hashes, which cannot. */
  readonly operatorTokens: readonly string[];
  /** `host:port` of the new carrier. */
  readonly carrier: string;
}

const HASHED = 'sha256:';
const TIMEOUT_MS = 15_000;

/** Nothing has to listen at its address: the tour stops at the routing decision. */
function newCarrier(address: string): object {
  const [host, port] = address.split(':');
  return { name: 'Sandbox carrier', host, port: Number(port), source_networks: ['127.0.0.2'], emergency: true };
}

/** Creates a carrier unless one exists, so that outbound and forwarded calls can be routed in the sandbox. */
export async function seedCarrier({ internalUrl, operatorTokens, carrier }: CarrierTarget): Promise<void> {
  const token = operatorTokens.find((each) => !each.startsWith(HASHED));
  if (token === undefined) return;
  const ask = async (method: string, path: string, body?: object): Promise<{ data: { items?: unknown[] } }> => {
    const response = await fetch(`${internalUrl}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new StartError(`the sandbox carrier could not be created: ${response.status} ${text}`);
    return JSON.parse(text) as { data: { items?: unknown[] } };
  };
  const { data } = await ask('GET', '/carriers?limit=1');
  if (data.items?.length === 0) await ask('POST', '/carriers', newCarrier(carrier));
}
