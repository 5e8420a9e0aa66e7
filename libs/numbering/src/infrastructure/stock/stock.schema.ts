import { column } from '@trunkline/platform';
import type { StockLot, StockNumber } from '../../domain/stock';
import { table } from '../table';

const { key, text, optionalText, texts, bigint, boolean, time, optionalTime, optionalBoolean } = column;

export const StockLotSchema = table<StockLot>('stock_lots', {
  id: key,
  country: text,
  callingCode: text,
  numberType: text,
  areaCode: optionalText,
  region: optionalText,
  regionNames: texts,
  city: optionalText,
  cityNames: texts,
  capabilities: texts,
  monthlyCents: bigint,
  setupCents: bigint,
  requiresActivation: boolean,
});

/** What a lot shows of its terms. */
export const LOT_TERMS = [
  'country',
  'numberType',
  'areaCode',
  'region',
  'city',
  'capabilities',
  'monthlyCents',
  'setupCents',
  'requiresActivation',
] as const;

export const StockNumberSchema = table<StockNumber>('stock_numbers', {
  e164: { ...key, name: 'e164' },
  lotId: text,
  country: text,
  numberType: text,
  monthlyCents: bigint,
  carrierId: optionalText,
  state: text,
  accountId: optionalText,
  orderId: optionalText,
  isUsable: optionalBoolean,
  availableAt: optionalTime,
  createdAt: time,
  updatedAt: time,
});
