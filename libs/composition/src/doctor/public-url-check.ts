import { randomUUID } from 'node:crypto';
import { connect } from 'node:tls';
import type { Settings } from '@trunkline/platform';
import { type Check, fault, ok, reasonOf, type Result, warning } from './check';

const TIMEOUT_MS = 10_000;
const CERTIFICATE_DAYS_MIN = 14;
const DAY_MS = 86_400_000;

/** ROOT_URL leads here, with a valid certificate and through a proxy that forwards headers. */
export class PublicUrlCheck implements Check {
  readonly name = 'public-url';
  readonly remedy = 'Check ROOT_URL, its DNS record and the reverse proxy. See docs/operations.md#behind-nginx.';

  constructor(private readonly settings: Pick<Settings, 'ROOT_URL' | 'TRUST_PROXY' | 'isProduction'>) {}

  async run(): Promise<readonly Result[]> {
    const url = new URL(this.settings.ROOT_URL);
    const answered = await this.answer();
    const isSecure = url.protocol === 'https:';
    return [
      ...answered,
      isSecure ? await certificateOf(url) : this.plain(url),
      ...(isSecure && this.settings.TRUST_PROXY === 0
        ? [
            warning(
              'TRUST_PROXY is 0, so limits count all clients as the proxy.',
              'Set TRUST_PROXY to the number of proxies, and have each add X-Forwarded-For.',
            ),
          ]
        : []),
    ];
  }

  private async answer(): Promise<Result[]> {
    const { ROOT_URL } = this.settings;
    const requestId = `doctor-${randomUUID()}`;
    let response: Response;
    try {
      const headers = { 'X-Request-Id': requestId };
      response = await fetch(`${ROOT_URL}/health`, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      return [fault(`${ROOT_URL} cannot be reached: ${reasonOf(error)}`, this.remedy)];
    }
    const body = (await response.json().catch(() => null)) as { readonly service?: unknown } | null;
    if (body?.service !== 'trunkline-api')
      return [fault(`${ROOT_URL}/health answers ${response.status}, and not as this API.`, this.remedy)];
    const isForwarded = response.headers.get('x-request-id') === requestId;
    return [
      ok(`${ROOT_URL} is reached, and leads to the API.`),
      isForwarded
        ? ok('The proxy forwards headers.')
        : fault(
            'The proxy does not forward the header X-Request-Id.',
            'Have it pass on headers of requests and responses.',
          ),
    ];
  }

  private plain({ hostname }: URL): Result {
    if (!this.settings.isProduction) return ok(`${hostname} is served without TLS, outside production.`);
    return fault('ROOT_URL is not https, so keys and passwords travel in the clear.', 'Put a TLS proxy in front.');
  }
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
