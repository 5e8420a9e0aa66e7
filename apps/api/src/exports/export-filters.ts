import type { ExportKind, Filters } from '@trunkline/exports';
import { DomainError, invalidFields } from '@trunkline/kernel';
import { CdrFiltersQuery, filtersOf as cdrFiltersOf } from '../cdr/reads/cdr-filters';
import { ListTransactionsQuery } from '../billing-ledger/journal/transactions.dto';
import { filtersOf as invoiceFiltersOf, ListInvoicesQuery } from '../billing-ledger/invoices.dto';
import { UsageQuery } from '../billing-ledger/usage/usage.dto';
import { filtersIn } from '../http';
import { isPlainObject } from '../http/fields/members';
import { validated } from '../http/fields/validation';
import { ListSmsQuery } from '../messaging/messages.dto';
import { ListNumbersQuery } from '../numbering/lifecycle/numbers.dto';
import { EventFiltersQuery } from '../webhooks/events/events.dto';
import { eventFiltersOf } from '../webhooks/events/events.controller';

/** Members of lists that select no records. */
const NOT_FILTERS = ['limit', 'cursor', 'sort', 'order', 'format'];

type Read = (query: Readonly<Record<string, string>>) => Promise<object>;

function reader<Query extends object>(type: new () => Query, filtersOf: (query: Query) => object): Read {
  return async (query) => filtersOf(await validated(type, query, 'filters'));
}

/** The filters of the list of each kind. */
const READERS: Readonly<Record<ExportKind, Read>> = {
  cdrs: reader(CdrFiltersQuery, cdrFiltersOf),
  numbers: reader(ListNumbersQuery, filtersIn),
  messages: reader(ListSmsQuery, filtersIn),
  transactions: reader(ListTransactionsQuery, filtersIn),
  usage: reader(UsageQuery, filtersIn),
  invoice_lines: reader(ListInvoicesQuery, invoiceFiltersOf),
  events: reader(EventFiltersQuery, eventFiltersOf),
};

/**
 * Returns the filters of a kind as its context reads them. They are given as the query parameters of its list, or as JSON values: times
 * and counts as numbers, flags as booleans, and several values as a list. Throws `invalid_input` that names each faulty filter, as a member of `prefix`.
 */
export async function readFilters(
  kind: ExportKind,
  given: Readonly<Record<string, unknown>>,
  prefix: string,
): Promise<Filters> {
  const faults: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = textOf(value);
    if (NOT_FILTERS.includes(name)) faults[name] = 'is not a known field';
    else if (text === null)
      faults[name] = 'must be a text, a number, a flag, or a list of numbers or of texts without commas';
    else query[name] = text;
  }
  if (Object.keys(faults).length > 0) throw faulty(faults, prefix);
  try {
    return (await READERS[kind](query)) as Filters;
  } catch (error) {
    if (error instanceof DomainError && error.fields) throw faulty(error.fields, prefix);
    throw error;
  }
}

function faulty(fields: Readonly<Record<string, string>>, prefix: string): Error {
  return invalidFields(Object.fromEntries(Object.entries(fields).map(([name, fault]) => [`${prefix}.${name}`, fault])));
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const parts = value.map((each) => (Array.isArray(each) ? null : textOf(each)));
    // A comma would make two values of one.
    return parts.length === 0 || parts.some((part) => part?.includes(',') ?? true) ? null : parts.join(',');
  }
  if (value === null || isPlainObject(value)) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
