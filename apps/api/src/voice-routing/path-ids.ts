import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CommonErrors } from '@trunkline/kernel';
import { requestOf } from '../http/endpoint/edge-request';
import { ID_PATTERN } from '../http/fields/fields';

type Names = Readonly<Record<string, string>>;

const idsParam = createParamDecorator((names: Names, context: ExecutionContext): Record<string, string> => {
  const { params } = requestOf(context);
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, idOf(params[name])]));
});

function idOf(value: unknown): string {
  if (typeof value !== 'string' || !ID_PATTERN.test(value)) throw CommonErrors.not_found();
  return value;
}

/** Ids of the path as one object; `names` maps members to path parameters. An invalid id is 404. */
export const PathIds = (names: Names): ParameterDecorator => idsParam(names);
