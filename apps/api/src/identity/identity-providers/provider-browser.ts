import { Injectable } from '@nestjs/common';
import type { views } from '@trunkline/identity';
import { DomainError } from '@trunkline/kernel';
import { isOutage, Log, Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { Redirection, SessionCookies } from '../../http';
import type { EdgeRequest } from '../../http/endpoint/edge-request';
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

  private arriveWith(response: Response, outcome: views.ProviderOutcome): Redirection {
    if (outcome.kind === 'refused') return this.page(outcome.returnTo ?? SIGN_IN_PAGE, 'error', outcome.error);
    if (outcome.kind === 'linked') return this.page(outcome.returnTo, 'next_step', 'linked');
    const { signedIn, returnTo } = outcome;
    this.cookies.set(response, signedIn.sessionSecret, signedIn.expiresAt);
    return this.page(returnTo, 'next_step', signedIn.challenge ?? 'dashboard');
  }

  private page(path: string, name: string, value: string): Redirection {
    const url = new URL(`${this.settings.DASHBOARD_URL}${path}`);
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
