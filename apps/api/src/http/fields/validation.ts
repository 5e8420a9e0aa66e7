import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type Fields, invalidFields } from '@trunkline/kernel';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { assertBodyComplexity } from '../limits/body-complexity';
import { type DtoClass, fieldsOf } from '../openapi/schema';
import { fromJson, isPlainObject, removeGuarded } from './members';
import { rememberRules } from './remembered-rules';

rememberRules(getMetadataStorage());

type Dto = new () => object;
/** What a rule of the items of a list says about their faults. */
export interface ItemContext {
  /** Returns what is wrong with an item, or null. Without it, the fault is that of the list. */
  readonly itemFault?: (item: unknown) => string | null;
}
const NOT_DTOS: readonly unknown[] = [Object, String, Number, Boolean, Array, undefined];

/** Validates every body and query string. Throws 422 that names all invalid and unknown members. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom' || type === 'param' || NOT_DTOS.includes(metatype)) return value;
    return validated(metatype as Dto, value === undefined ? {} : value, type === 'query' ? 'query' : 'body');
  }
}

export async function validated<T extends object>(dto: new () => T, value: unknown, part: string): Promise<T> {
  if (!isPlainObject(value)) throw invalidFields({ [part]: 'must be an object' });
  assertBodyComplexity(value);
  const unknown: [string, string][] = [];
  const instance = fromJson(dto, value, (path) => unknown.push([path, 'is not a known field']));
  const invalid = messagesOf(await validate(instance, { forbidUnknownValues: false }));
  const faults = { ...invalid, ...Object.fromEntries(unknown) };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  removeGuarded(dto, instance);
  return instance;
}

function messagesOf(faults: readonly ValidationError[], path = ''): Fields {
  const entries = faults.flatMap((fault): [string, string][] => {
    const name = path + jsonNameOf(fault);
    return [...ownFaults(name, fault), ...Object.entries(messagesOf(fault.children ?? [], `${name}.`))];
  });
  return Object.fromEntries(entries);
}

function ownFaults(name: string, { constraints = {}, contexts = {}, value }: ValidationError): [string, string][] {
  const last = Object.entries(constraints).at(-1);
  if (!last) return [];
  const [rule, message] = last;
  const { itemFault } = (contexts[rule] ?? {}) as ItemContext;
  return itemFault && Array.isArray(value) ? itemFaults(name, value, itemFault) : [[name, message]];
}

function itemFaults(name: string, items: readonly unknown[], faultOf: Required<ItemContext>['itemFault']) {
  return items.flatMap((item, index): [string, string][] => {
    const fault = faultOf(item);
    return fault === null ? [] : [[`${name}.${index}`, fault]];
  });
}

/** The fault of an item of a list has its index as property. */
function jsonNameOf({ target, property }: ValidationError): string {
  return fieldsOf(target?.constructor as DtoClass).get(property)?.name ?? property;
}
