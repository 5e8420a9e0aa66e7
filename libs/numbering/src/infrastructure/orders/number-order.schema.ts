import { column } from '@trunkline/platform';
import { NumberOrder } from '../../domain/number-order';
import { table } from '../table';

const { key, text, optionalText, texts, bigint, boolean, time, optionalTime, json, optionalBigint } = column;

export const NumberOrderSchema = table<NumberOrder>(
  'number_orders',
  {
    id: key,
    accountId: text,
    operationId: optionalText,
    checkoutId: optionalText,
    placedBy: json,
    supplier: text,
    supplierRef: json,
    requestE164: { ...optionalText, name: 'request_e164' },
    country: text,
    numberType: text,
    areaCode: optionalText,
    region: text,
    city: optionalText,
    capabilities: texts,
    monthlyPriceCents: bigint,
    setupPriceCents: bigint,
    monthlyCostCents: optionalBigint,
    setupCostCents: optionalBigint,
    requiresActivation: boolean,
    documentsApproved: boolean,
    trunkId: optionalText,
    routingProfileId: optionalText,
    complianceBundleId: optionalText,
    customerReference: optionalText,
    status: text,
    errorCode: optionalText,
    errorMessage: optionalText,
    assignedNumberId: optionalText,
    holdId: optionalText,
    nextCheckAt: optionalTime,
    reconcileUntil: optionalTime,
    supplierNote: optionalText,
    createdAt: time,
    completedAt: optionalTime,
  },
  NumberOrder,
);
