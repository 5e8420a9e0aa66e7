import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type Fields, invalidFields } from '@trunkline/kernel';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { assertBodyComplexity } from '../limits/body-complexity';
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidFields({ [part]: 'must be an object' });
  }
  assertBodyComplexity(value);
  const instance = plainToInstance(dto, value);
  const faults = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (faults.length > 0) throw invalidFields(fieldsOf(faults));
  return instance;
}

function fieldsOf(faults: readonly ValidationError[], path = ''): Fields {
  const entries = faults.flatMap((fault): [string, string][] => {
    const name = path + fault.property;
    const own: [string, string][] = fault.constraints ? [[name, messageOf(fault.constraints)]] : [];
    return [...own, ...Object.entries(fieldsOf(fault.children ?? [], `${name}.`))];
  });
  return Object.fromEntries(entries);
}

function messageOf(constraints: Readonly<Record<string, string>>): string {
  if ('whitelistValidation' in constraints) return 'is not a known field';
  return Object.values(constraints).at(-1) ?? 'is not valid';
}
