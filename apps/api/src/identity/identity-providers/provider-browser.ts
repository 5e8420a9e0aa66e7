import { Injectable } from '@nestjs/common';
import type { views } from '@trunkline/identity';
import { DomainError } from '@trunkline/kernel';
import { isOutage, Log, Settings } from '@trunkline/platform';
import type { Request, Response } from 'express';
import { Redirection, SessionCookies } from '../../http';
import type { EdgeRequest } from '../../http/endpoint/edge-request';
import { asAddressed, originsOf } from '../../http/guard/origins';
import { setProviderCookie } from './provider-cookie';

const SIGN_IN_PAGE = '/sign-in';

/** Redirects browsers to identity providers and back to the dashboard. Outages are errors (503), not redirects. */
@Injectable()
export class ProviderBrowser {
  constructor(
    private readonly settings: Settings,
    private readonly cookies: SessionCookies,
    private readonly log: Log,
  ) {}

  /** Redirects to the provider. Rethrows errors about invalid input. */
  async depart(response: Response, begin: Promise<views.BegunSignIn | views.RefusedSignIn>): Promise<Redirection> {
    const begun = await begin.catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      return this.failed(response, error);
    });
    if (begun.kind === 'refused') return this.arriveWith(response, begun);
    setProviderCookie(response, begun);
    return new Redirection(begun.location);
  }

  /** Redirects to the dashboard, whether or not the sign-in succeeded. */
  async arrive(response: Response, finish: Promise<views.ProviderOutcome>): Promise<Redirection> {
    const outcome = await finish.catch((error: unknown) => this.failed(response, error));
    return this.arriveWith(response, outcome);
  }

  /**
   * Returns where to send a browser that returned without its cookie: in a sandbox, to the other loopback name, by which it
   * may have started. Providers know one callback URL only. Null for a browser that has no other name to try.
   */
  underOtherName({ headers, originalUrl }: Request): Redirection | null {
    const { host, origin } = new URL(this.settings.ROOT_URL);
    const other = originsOf(this.settings.ROOT_URL, this.settings).find((each) => each !== origin);
    return other !== undefined && headers.host === host ? new Redirection(`${other}${originalUrl}`) : null;
  }

  private arriveWith(response: Response, outcome: views.ProviderOutcome): Redirection {
    const { req } = response;
    if (outcome.kind === 'refused') return this.page(req, outcome.returnTo ?? SIGN_IN_PAGE, 'error', outcome.error);
    if (outcome.kind === 'linked') return this.page(req, outcome.returnTo, 'next_step', 'linked');
    const { signedIn, returnTo } = outcome;
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    return this.page(req, returnTo, 'next_step', signedIn.challenge ?? 'dashboard');
  }

  private page(request: Request, path: string, name: string, value: string): Redirection {
    const url = new URL(asAddressed(`${this.settings.DASHBOARD_URL}${path}`, request, this.settings));
    url.searchParams.set(name, value);
    return new Redirection(url.toString());
  }

  private failed(response: Response, error: unknown): views.RefusedSignIn {
    if (isOutage(error)) throw error;
    const { requestId } = (response.req as EdgeRequest).edge;
    this.log.error({ err: error, requestId }, 'provider sign-in failed');
    return { kind: 'refused', error: 'idp_failed', returnTo: null };
  }
}
