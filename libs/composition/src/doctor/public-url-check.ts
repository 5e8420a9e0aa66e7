import { randomUUID } from 'node:crypto';
import { connect } from 'node:tls';
import type { CryptoBox, Settings } from '@trunkline/platform';
import { type Check, fault, ok, reasonOf, type Result, warning } from './check';
import { lostHeaders, NO_CLIENT, PROBE_HEADER, probeHeaders, seenIn } from './forwarding';

const TIMEOUT_MS = 10_000;
const CERTIFICATE_DAYS_MIN = 14;
const DAY_MS = 86_400_000;
const FORWARD = 'Have it pass on headers of requests and responses.';

/**
 * ROOT_URL leads to this deployment, with a valid certificate and through a proxy that forwards headers and tells the addresses
 * of clients.
 */
export class PublicUrlCheck implements Check {
  readonly name = 'public-url';
  readonly failure = 'The public URL could not be checked';
  readonly remedy = 'Check ROOT_URL, its DNS record and the reverse proxy. See docs/operations.md#behind-nginx.';

  constructor(
    private readonly settings: Pick<Settings, 'ROOT_URL' | 'isProduction'>,
    private readonly box: CryptoBox,
  ) {}

  async run(): Promise<readonly Result[]> {
    const { ROOT_URL } = this.settings;
    const requestId = `doctor-${randomUUID()}`;
    const sent = probeHeaders(this.box, requestId);
    let response: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await fetch(`${ROOT_URL}/health`, { headers: sent, redirect: 'manual', signal });
    } catch (error) {
      return [fault(`${ROOT_URL} cannot be reached: ${reasonOf(error)}`, this.remedy)];
    }
    const url = new URL(ROOT_URL);
    const security = url.protocol === 'https:' ? await certificateOf(url) : this.plain(url);
    return [...(await this.resultsOf(response, sent, requestId)), security];
  }

  private async resultsOf(
    response: Response,
    sent: Readonly<Record<string, string>>,
    requestId: string,
  ): Promise<Result[]> {
    const { ROOT_URL } = this.settings;
    const body = (await response.json().catch(() => null)) as { readonly service?: unknown } | null;
    if (body?.service !== 'trunkline-api')
      return [fault(`${ROOT_URL}/health answers ${response.status}, and not as this API.`, this.remedy)];
    const reached = ok(`${ROOT_URL} is reached, and leads to the API.`);
    if (response.headers.get('x-request-id') !== requestId)
      return [reached, fault('The proxy does not forward the header X-Request-Id.', FORWARD)];
    const answered = response.headers.get(PROBE_HEADER);
    return [reached, ...(answered === null ? [unknownTo(ROOT_URL)] : this.forwarding(sent, seenIn(answered)))];
  }

  private forwarding(sent: Readonly<Record<string, string>>, seen: ReturnType<typeof seenIn>): Result[] {
    const lost = lostHeaders(sent, seen);
    return [
      lost.length === 0
        ? ok('The proxy forwards headers.')
        : fault(`The proxy does not forward the headers ${lost.join(', ')}.`, FORWARD),
      this.clientAddress(seen),
    ];
  }

  /** The doctor has claimed an address that no client has. Proxies add theirs after it, or replace it. */
  private clientAddress({ client, forwardedFor, trusted }: ReturnType<typeof seenIn>): Result {
    const added = forwardedFor.length - 1 - forwardedFor.lastIndexOf(NO_CLIENT);
    if (client === NO_CLIENT)
      return fault(
        `Clients choose their own address: TRUST_PROXY is ${trusted}, but ${added} proxies add to X-Forwarded-For.`,
        `Set TRUST_PROXY to ${added}, or have each proxy add the client's address to X-Forwarded-For.`,
      );
    if (added > trusted || (trusted === 0 && this.settings.ROOT_URL.startsWith('https:')))
      return warning(
        `TRUST_PROXY is ${trusted}, so limits count all clients as the proxy ${client ?? ''}.`.replace(' .', '.'),
        'Set TRUST_PROXY to the number of proxies, and have each add X-Forwarded-For.',
      );
    return ok('X-Forwarded-For tells the addresses of clients, and clients cannot choose them.');
  }

  private plain({ hostname }: URL): Result {
    if (!this.settings.isProduction) return ok(`${hostname} is served without TLS, outside production.`);
    return fault('ROOT_URL is not https, so keys and passwords travel in the clear.', 'Put a TLS proxy in front.');
  }
}

function unknownTo(url: string): Result {
  return fault(
    `The API at ${url} does not have the master keys of this deployment, or is of an earlier release.`,
    'Point ROOT_URL at this deployment, and give all processes the same MASTER_KEYS.',
  );
}

/** A certificate that is not valid has failed the request already. */
async function certificateOf({ hostname, port }: URL): Promise<Result> {
  const validTo = await new Promise<Date>((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.end();
      },
    );
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('The TLS handshake took too long.')));
  });
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS);
  const message = `The certificate of ${hostname} is valid for ${days} more days.`;
  return days >= CERTIFICATE_DAYS_MIN ? ok(message) : warning(message, 'Check that its renewal works.');
}
