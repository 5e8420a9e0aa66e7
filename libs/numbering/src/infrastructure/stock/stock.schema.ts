import { EntitySchema } from 'typeorm';
import type { StockLot, StockNumber } from '../../domain/stock';

export const StockLotSchema = new EntitySchema<StockLot>({
  name: 'StockLot',
  schema: 'numbering',
  tableName: 'stock_lots',
  columns: {
    id: { type: 'text', primary: true },
    country: { type: 'text' },
    callingCode: { type: 'text' },
    numberType: { type: 'text' },
    areaCode: { type: 'text', nullable: true },
    region: { type: 'text', nullable: true },
    regionNames: { type: 'text', array: true },
    city: { type: 'text', nullable: true },
    cityNames: { type: 'text', array: true },
    capabilities: { type: 'text', array: true },
    monthlyCents: { type: 'bigint' },
    setupCents: { type: 'bigint' },
    requiresActivation: { type: 'boolean' },
  },
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

export const StockNumberSchema = new EntitySchema<StockNumber>({
  name: 'StockNumber',
  schema: 'numbering',
  tableName: 'stock_numbers',
  columns: {
    e164: { type: 'text', primary: true, name: 'e164' },
    lotId: { type: 'text' },
    country: { type: 'text' },
    numberType: { type: 'text' },
    monthlyCents: { type: 'bigint' },
    carrierId: { type: 'text', nullable: true },
    state: { type: 'text' },
    accountId: { type: 'text', nullable: true },
    orderId: { type: 'text', nullable: true },
    isUsable: { type: 'boolean', nullable: true },
    availableAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
