import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type Fields, invalidFields } from '@trunkline/kernel';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { assertBodyComplexity } from '../limits/body-complexity';
import { wireName } from '../openapi/schema';
import { isPlainObject, read } from './members';
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
  const instance = read(dto, value, (path) => unknown.push([path, 'is not a known field']));
  const invalid = fieldsOf(await validate(instance, { forbidUnknownValues: false }));
  const faults = { ...invalid, ...Object.fromEntries(unknown) };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return instance;
}

function fieldsOf(faults: readonly ValidationError[], path = ''): Fields {
  const entries = faults.flatMap((fault): [string, string][] => {
    const name = path + wireName(fault.property);
    const own: [string, string][] = fault.constraints
      ? [[name, Object.values(fault.constraints).at(-1) ?? 'is not valid']]
      : [];
    return [...own, ...Object.entries(fieldsOf(fault.children ?? [], `${name}.`))];
  });
  return Object.fromEntries(entries);
}
