import { BillingErrors } from '@trunkline/billing-ledger';
import { CdrErrors } from '@trunkline/cdr';
import { ComplianceErrors } from '@trunkline/compliance';
import { ExportErrors } from '@trunkline/exports';
import { IdentityErrors, MfaSetupErrors } from '@trunkline/identity';
import { CommonErrors, type ErrorKind } from '@trunkline/kernel';
import { MessagingErrors } from '@trunkline/messaging';
import { NumberingErrors } from '@trunkline/numbering';
import { VoiceRoutingErrors } from '@trunkline/voice-routing';
import { WebhookErrors } from '@trunkline/webhooks';
import { EdgeErrors } from '../http';

type Declared = Readonly<Record<string, { readonly kind: ErrorKind; readonly message: string }>>;

const CATALOGUES: readonly Declared[] = [
  EdgeErrors,
  CommonErrors,
  IdentityErrors,
  MfaSetupErrors,
  NumberingErrors,
  VoiceRoutingErrors,
  CdrErrors,
  BillingErrors,
  ComplianceErrors,
  MessagingErrors,
  ExportErrors,
  WebhookErrors,
].map(({ catalogue }) => catalogue);

/** Returns the messages of each error code, which differ by what raises it. */
export function errorMessages(): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, Set<string>>();
  for (const [code, { message }] of CATALOGUES.flatMap((each) => Object.entries(each)))
    messages.set(code, (messages.get(code) ?? new Set()).add(message));
  // The error filter sends it for what is in no catalogue.
  messages.set('internal_error', new Set(['Internal error. Include the request id when you contact support.']));
  return new Map([...messages].map(([code, texts]) => [code, [...texts]]));
}
