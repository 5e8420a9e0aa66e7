import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CommonErrors } from '@trunkline/kernel';
import type { Request } from 'express';
import { ID_PATTERN } from '../http/fields/fields';

type Names = Readonly<Record<string, string>>;

const idsParam = createParamDecorator((names: Names, context: ExecutionContext): Record<string, string> => {
  const { params } = context.switchToHttp().getRequest<Request>();
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, idOf(params[name])]));
});

function idOf(value: unknown): string {
  if (typeof value !== 'string' || !ID_PATTERN.test(value)) throw CommonErrors.not_found();
  return value;
}

/** Several identifiers of a path as one object, by the names that the handler gives them; what cannot be one is 404. */
export function PathIds(names: Names): ParameterDecorator {
  return (target, key, index) => {
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || !descriptor) throw new Error('A path parameter belongs to a method.');
    for (const name of Object.values(names))
      ApiParam({ name, schema: { type: 'string' }, description: 'Opaque identifier.' })(target, key, descriptor);
    idsParam(names)(target, key, index);
  };
}
