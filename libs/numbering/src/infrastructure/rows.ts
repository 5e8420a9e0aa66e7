import { columnsOf } from '@trunkline/platform';
import { NUMBER_MEMBERS } from '../application/lifecycle/number-queries';
import { ORDER_MEMBERS } from '../application/orders/order-queries';
import { PhoneNumberSchema } from './lifecycle/phone-number.schema';
import { NumberOrderSchema } from './orders/number-order.schema';

/** The registration of the attached bundle with the supplier. */
const REGISTRATION = `CASE WHEN n.compliance_bundle_id IS NOT NULL THEN
  (SELECT json_build_object('status', r.status, 'rejectionCodes', r.rejection_codes,
      'updatedAt', floor(extract(epoch FROM r.updated_at)))
    FROM numbering.registrations r WHERE r.number_id = n.id AND r.bundle_id = n.compliance_bundle_id) END`;

export const NUMBER_COLUMNS = `${columnsOf(PhoneNumberSchema, NUMBER_MEMBERS, 'n')}, ${REGISTRATION} AS registration,
  n.port_out_pin_hash IS NOT NULL AS "portOutPinSet"`;
export const ORDER_COLUMNS = `${columnsOf(NumberOrderSchema, ORDER_MEMBERS, 'o')},
  (SELECT n.e164 FROM numbering.phone_numbers n
    WHERE n.id = o.assigned_number_id AND n.account_id = o.account_id) AS "assignedE164"`;
