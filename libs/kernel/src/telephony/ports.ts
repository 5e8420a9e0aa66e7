/** The states of a port, a request to bring numbers from another carrier. See docs/porting.md#states. */
export const PORT_STATUSES = [
  'draft',
  'submitted',
  'in_process',
  'exception',
  'foc_confirmed',
  'ported',
  'rejected',
  'cancelled',
] as const;
export type PortStatus = (typeof PORT_STATUSES)[number];

/** Why a port needs the customer, or why a number or a port was rejected. See docs/porting.md#reasons. */
export const PORT_REASON_CODES = [
  'account_number_mismatch',
  'pin_mismatch',
  'name_mismatch',
  'address_mismatch',
  'losing_carrier_mismatch',
  'loa_invalid',
  'invoice_invalid',
  'identity_invalid',
  'number_not_found',
  'number_inactive',
  'number_not_portable',
  'number_locked',
  'other_port_pending',
  'date_not_available',
  'contract_running',
  'other',
] as const;
export type PortReasonCode = (typeof PORT_REASON_CODES)[number];

/** Characters of a message about a port. */
export const PORT_MESSAGE_MAX = 1000;
/** Characters of a customer's own reference of a port. */
export const PORT_REFERENCE_MAX = 100;
