import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type Fields, invalidFields } from '@trunkline/kernel';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { assertBodyComplexity } from '../limits/body-complexity';
import { type DtoClass, fieldsOf } from '../openapi/schema';
import { fromJson, isPlainObject, removeGuarded } from './members';
import { rememberRules } from './remembered-rules';

rememberRules(getMetadataStorage());

type Dto = new () => object;
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
    const own: [string, string][] = fault.constraints
      ? [[name, Object.values(fault.constraints).at(-1) ?? 'is not valid']]
      : [];
    return [...own, ...Object.entries(messagesOf(fault.children ?? [], `${name}.`))];
  });
  return Object.fromEntries(entries);
}

/** The fault of an item of a list has its index as property. */
function jsonNameOf({ target, property }: ValidationError): string {
  return fieldsOf(target?.constructor as DtoClass).get(property)?.name ?? property;
}
