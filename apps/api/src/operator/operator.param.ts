import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from '../http/endpoint/edge-request';

/** Returns the calling operator: the fingerprint of the token, as in the audit trail. */
export const Operator = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { operatorId } = context.switchToHttp().getRequest<EdgeRequest>().edge;
  if (!operatorId) throw new Error('Operator is for endpoints with access: operator.');
  return operatorId;
});
