import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings, TokenSet } from '@trunkline/platform';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';
import { bearerToken } from './request-credentials';

const FINGERPRINT_LENGTH = 12;

/** Authenticates the bearer tokens of operators. */
@Injectable()
export class OperatorTokens {
  private readonly tokens: TokenSet;

  constructor(settings: Settings) {
    this.tokens = new TokenSet(settings.OPERATOR_TOKENS);
  }

  /** Records the operator's id in the request. Throws `unauthorized` for an unknown token and on the public listener. */
  admit(request: EdgeRequest): void {
    const token = bearerToken(request);
    if (!request.edge.isInternal || !this.tokens.has(token)) throw EdgeErrors.unauthorized();
    const fingerprint = createHash('sha256').update(token).digest('hex').slice(0, FINGERPRINT_LENGTH);
    request.edge.operatorId = `operator:${fingerprint}`;
  }
}
