export * from './activity';
export * from './actor';
export * from './all-done';
export * from './billing-details';
export * from './telephony/attempt';
export * from './telephony/call-decision';
export {
  addressOf,
  asksForPrivacy,
  dialledNumberOf,
  isWithheld,
  shownCaller,
  type StoredCaller,
  userOf,
} from './telephony/caller';
export * from './time/clock';
export * from './text/csv';
export { CALLABLE_COUNTRIES, callingCodeOf } from './telephony/calling-codes';
export * from './telephony/country';
export * from './domain-error';
export * from './telephony/destination-class';
export * from './telephony/dialled-digits';
export * from './telephony/alarms';
export * from './telephony/fraud-rules';
export * from './telephony/number-faults';
export * from './telephony/number-prefix';
export * from './telephony/outbound';
export * from './telephony/phone-number';
export * from './telephony/ports';
export * from './telephony/reasons/hangup-causes';
export * from './telephony/reasons/reason';
export * from './telephony/reasons/rejections';
export * from './telephony/reasons/sip-responses';
export * from './mail/email-address';
export { CALLER_MEMBERS, type NumberReleaseReason, PUBLIC_EVENTS } from './events/catalogue';
export * from './events/event-bus';
export { INTERNAL_EVENTS } from './events/internal-events';
export type { EventMember } from './events/members';
export * from './id';
export * from './webhook-signature';
export * from './mail/mails';
export * from './mail/message';
export * from './money';
export * from './network';
export * from './page';
export * from './time/period';
export * from './principal';
export * from './recognition';
export * from './review';
export * from './retry-policy';
export * from './text/spelling';
export * from './state';
export * from './text/text';
export * from './time/time-zones';
export * from './transactor';
export * from './turns';
