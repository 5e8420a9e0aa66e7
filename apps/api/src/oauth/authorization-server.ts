import { Injectable } from '@nestjs/common';
import { AuthorizationStore, SigningKeys } from '@trunkline/identity';
import { Clock } from '@trunkline/kernel';
import { isOutage, Log, Settings } from '@trunkline/platform';
import type { Response } from 'express';
import type { ProviderContext } from 'oidc-provider';
import type { EdgeRequest } from '../http/endpoint/edge-request';
import { asAddressed } from '../http/guard/origins';
import { createProvider } from './provider-configuration';
import type { SigningKey } from './signing-key';

type Handle = (request: EdgeRequest, response: Response) => Promise<void>;

interface Signing {
  readonly kid: string;
  readonly handle: Handle;
  readonly checkedAt: number;
}

/** Maximum age of the known signing key. Tokens of a rotated key remain valid, so a late switch is harmless. */
const KEY_CHECK_MS = 1000;
const RETRY_AFTER_SECONDS = 20;
const SESSION_COOKIE = /^svc_oauth_s(\.sig)?=/;

/** Runs oidc-provider, which implements `/oauth2/*`. Everything it stores is in the database; see docs/oauth.md. */
@Injectable()
export class AuthorizationServer {
  private signing: Signing | null = null;
  /** Shared by concurrent requests. */
  private checking: Promise<Handle> | null = null;
  private readonly failures = new WeakMap<ProviderContext, unknown>();

  constructor(
    private readonly store: AuthorizationStore,
    private readonly keys: SigningKeys,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Answers a request for one of the endpoints, and reads its body. */
  async handle(request: EdgeRequest, response: Response): Promise<void> {
    const handle = await this.current();
    const { headers } = request;
    // Links are built from these: the address is a setting, not what the client sends.
    const { host, protocol } = new URL(asAddressed(this.settings.ROOT_URL, request, this.settings));
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    const cookies = headers.cookie?.split(/;\s*/).filter((cookie) => !SESSION_COOKIE.test(cookie));
    if (cookies) headers.cookie = cookies.join('; ');
    await handle(request, response);
  }

  private current(): Handle | Promise<Handle> {
    if (this.signing && performance.now() - this.signing.checkedAt < KEY_CHECK_MS) return this.signing.handle;
    this.checking ??= this.check().finally(() => (this.checking = null));
    return this.checking;
  }

  private async check(): Promise<Handle> {
    const checkedAt = performance.now();
    const key = await this.keys.current();
    const handle = this.signing?.kid === key.kid ? this.signing.handle : this.create(key);
    this.signing = { kid: key.kid, handle, checkedAt };
    return handle;
  }

  private create(key: SigningKey): Handle {
    const provider = createProvider(this.store, this.settings, this.clock, key);
    provider.on('server_error', (context, error) => this.failures.set(context, error));
    provider.use(async (context, next) => {
      await next();
      this.complete(context);
    });
    return provider.callback();
  }

  private complete(context: ProviderContext): void {
    dropSessionCookie(context);
    if (this.failures.has(context)) this.reportFailure(context);
    else if (context.oidc.route === 'revocation') acceptRevocation(context);
  }

  private reportFailure(context: ProviderContext): void {
    const error = this.failures.get(context);
    this.log.error({ err: error, route: context.oidc.route }, 'the authorization server failed');
    if (!isOutage(error)) return;
    context.status = 503;
    context.set('Retry-After', String(RETRY_AFTER_SECONDS));
    context.body = { error: 'temporarily_unavailable', error_description: 'The service is temporarily unavailable.' };
  }
}

/** Revocation answers 200 to invalid tokens, tokens of other kinds and unknown clients (docs/oauth.md#revocation). */
function acceptRevocation(context: ProviderContext): void {
  context.status = 200;
  context.body = '';
  context.remove('WWW-Authenticate');
}

/** The provider's own session is not used: the user decides each request in the dashboard. */
function dropSessionCookie(context: ProviderContext): void {
  const given = context.response.get('set-cookie');
  if (!Array.isArray(given)) return;
  const kept = (given as string[]).filter((cookie) => !SESSION_COOKIE.test(cookie));
  if (kept.length === 0) context.remove('set-cookie');
  else context.set('set-cookie', kept);
}
