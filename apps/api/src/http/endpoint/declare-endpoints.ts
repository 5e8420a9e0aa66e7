import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { recordArguments } from './declared-arguments';
import { policyFor } from './endpoint';
import { writerOf } from '../fields/members';
import { isKeyed, type Policy } from './policy';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { pathsOf } from '../openapi/operations';
import { RouteTable } from './route-table';

/**
 * Prepares all handlers before the routes are created: attaches idempotency to changes and records routes for 405.
 * Throws for handlers without declared access, for answers of undeclared members, and for changes of a resource that do not
 * say how they check If-Match.
 */
export function declareEndpoints(app: NestExpressApplication): void {
  const idempotency = app.get(IdempotencyInterceptor);
  const routes = app.get(RouteTable);
  const undeclared: string[] = [];
  for (const { metatype, instance } of app.get(DiscoveryService).getControllers()) {
    if (!metatype) continue;
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (!handler || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
      recordArguments(metatype, name, handler);
      const policy = policyFor(handler);
      if (!policy) undeclared.push(`${metatype.name}.${name}`);
      else declare({ handler, policy, paths: pathsOf(metatype, handler) }, idempotency, routes);
    }
  }
  if (undeclared.length > 0) throw new Error(`These endpoints declare no access: ${undeclared.join(', ')}.`);
}

interface DeclaredEndpoint {
  readonly handler: object;
  readonly policy: Policy;
  readonly paths: readonly string[];
}

/** Throws for an answer with members that are not declared. */
function prepareWriters({ answer, otherwise, stream }: Policy): void {
  if (answer) writerOf(answer);
  if (otherwise) writerOf(otherwise.answer);
  if (stream) writerOf(stream);
}

function declare({ handler, policy, paths }: DeclaredEndpoint, idempotency: object, routes: RouteTable): void {
  prepareWriters(policy);
  const isChecked = policy.isChange && policy.hasEtag;
  if (isChecked && policy.ifMatch === undefined) throw new Error(`${policy.id} does not declare ifMatch.`);
  // An interceptor costs several observables per request.
  if (isKeyed(policy) || isChecked) intercept(handler, idempotency);
  for (const path of paths) {
    routes.add(policy.method, path);
    declareBody(policy, path, routes);
  }
}

function declareBody({ method, form, csv, csvForm }: Policy, path: string, routes: RouteTable): void {
  if (form) routes.addForm(method, path);
  if (csv) routes.addCsv(method, path);
  if (csvForm) routes.addCsvForm(method, path);
}

/** Adds an interceptor after those that the handler declares, which read the upload that a key covers. */
function intercept(handler: object, interceptor: object): void {
  const metadata = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
  // An instance is that of another application in this process.
  const declared = metadata.filter((each) => typeof each === 'function');
  Reflect.defineMetadata(INTERCEPTORS_METADATA, [...declared, interceptor], handler);
}
