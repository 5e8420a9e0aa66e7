import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings, TokenSet } from '@trunkline/platform';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';
import { bearerOf } from './asked';

const FINGERPRINT_LENGTH = 12;

/** Operators' bearer tokens (contract, section 22). */
@Injectable()
export class OperatorTokens {
  private readonly tokens: TokenSet;

  constructor(settings: Settings) {
    this.tokens = new TokenSet(settings.OPERATOR_TOKENS);
  }

  /** Notes which operator asks, or throws 401. Only the internal listener has such routes. */
  admit(request: EdgeRequest): void {
    const token = bearerOf(request);
    if (!request.edge.isInternal || !this.tokens.has(token)) throw EdgeErrors.unauthorized();
    const fingerprint = createHash('sha256').update(token).digest('hex').slice(0, FINGERPRINT_LENGTH);
    request.edge.operatorId = `operator:${fingerprint}`;
  }
}
