import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { trimmedEnds } from '@trunkline/kernel';
import { LIST_QUERY } from '../endpoint/declared-arguments';
import { policyFor } from '../endpoint/endpoint';
import type { Policy } from '../endpoint/policy';
import type { DtoClass } from './schema';
import { tagOf } from './tag';

export type ControllerClass = abstract new (...args: never[]) => object;

/** A handler, described for the document. */
export interface Operation {
  readonly path: string;
  readonly policy: Policy;
  readonly tag: string;
  readonly query?: DtoClass;
  readonly body?: DtoClass;
}

/** Returns the operations of the controllers, in order of declaration. */
export function operationsOf(controllers: readonly ControllerClass[]): Operation[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = name === 'constructor' ? undefined : prototype[name];
      const policy = handler && Reflect.hasMetadata(METHOD_METADATA, handler) ? policyFor(handler) : undefined;
      if (!handler || !policy) return [];
      return pathsOf(controller, handler).map((path) => ({
        path: path.replace(/:(\w+)/g, '{$1}'),
        policy,
        tag: tagOf(controller),
        ...(policy.reads?.body && { body: policy.reads.body }),
        ...(policy.csvForm && { body: policy.csvForm }),
        ...argumentsOf(controller, name),
      }));
    });
  });
}

/** Returns the paths of a handler, in the form of the router. */
export function pathsOf(controller: object, handler: object): string[] {
  const prefix = String(Reflect.getMetadata(PATH_METADATA, controller));
  return [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat().map((path) => {
    const parts = [prefix, path].map((part) => trimmedEnds(part, '/'));
    return `/${parts.filter(Boolean).join('/')}`;
  });
}

/** Returns the classes of a handler's query and body. */
function argumentsOf(controller: ControllerClass, method: string): { query?: DtoClass; body?: DtoClass } {
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as DtoClass[];
  const typeAt = (kind: RouteParamtypes) => {
    const [, place] = Object.entries(places).find(([key]) => key.startsWith(`${kind}:`)) ?? [];
    const type = place && types[place.index];
    return type === (Object as unknown) ? undefined : type;
  };
  const listQuery = Reflect.getMetadata(LIST_QUERY, prototype, method) as number | undefined;
  const query = listQuery === undefined ? typeAt(RouteParamtypes.QUERY) : types[listQuery];
  const body = typeAt(RouteParamtypes.BODY);
  return { ...(query && { query }), ...(body && { body }) };
}
