import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../http/endpoint/edge-request';

/** Returns the calling operator: the fingerprint of the token, as in the audit trail. */
export const Operator = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { operatorId } = requestOf(context).edge;
  if (!operatorId) throw new Error('Operator is for endpoints with access: operator.');
  return operatorId;
});
