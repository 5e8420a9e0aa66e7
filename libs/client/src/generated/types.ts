// Generated from docs/openapi.json by `npm run client`. Do not edit.
import type * as lists from './lists.ts';

export type AcceptInvitationNextStep = (typeof lists.ACCEPT_INVITATION_NEXT_STEPS)[number];

export interface AcceptedInvitation {
  /** New member. */
  readonly user_id: string;
  /** Account that the user joined. */
  readonly account_id: string;
  /** `dashboard`: a new user, now signed in to the account. `login`: an existing user, who signs in as usual or continues an existing session. */
  readonly next_step: AcceptInvitationNextStep;
  /** Expiry of the new session; null if none was created. */
  readonly expires_at: number | null;
}

export type AccessAction = (typeof lists.ACCESS_ACTIONS)[number];

export interface AccessEntry {
  /** ID of the entry. */
  readonly id: string;
  /** When the data was read. */
  readonly at: number;
  /** Who read the data. */
  readonly actor_kind: ReaderKind;
  /** ID of the user, API key, OAuth application or operator. */
  readonly actor_id: string;
  /** What was done. */
  readonly action: AccessAction;
  /** ID of the record. */
  readonly resource_id: string;
}

export interface AccessEntryPage {
  /** The items of this page. */
  readonly items: readonly AccessEntry[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface AccountBalance {
  /** Balance in US dollars. */
  readonly amount: number;
  /** Balance in cents. */
  readonly amount_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

export interface AccountClosureCreateRequest {
  /** Reason in free text. */
  readonly reason?: string | null;
  /** Category of the reason. */
  readonly reason_category?: ClosureReason | null;
  /** Password of the user, required even after a recent sign-in. Ignored if the second factor is enabled. */
  readonly password?: string;
  /** Replaces the password if the second factor is enabled: six digits from the app, or a recovery code. Blanks and dashes are ignored. */
  readonly code?: string;
  /** Exact account name, as GET /v1/accounts/me returns it. */
  readonly confirm_name: string;
}

export type AccountEvent = NumberProvisionedEvent | NumberSuspendedEvent | NumberResumedEvent | NumberReleaseScheduledEvent | NumberPriceChangingEvent | NumberRegistrationRejectedEvent | NumberReleasedEvent | PortOutStatusChangedEvent | PortStatusChangedEvent | OrderCompletedEvent | OrderFailedEvent | CallStartedEvent | CallCompletedEvent | SmsStatusChangedEvent | SmsReceivedEvent | TrunkGatewayDownEvent | TrunkGatewayUpEvent | FraudAlertEvent | AlarmRaisedEvent | AlarmClearedEvent | TrunkRegisteredEvent | TrunkUnregisteredEvent | BillingTopupSucceededEvent | BillingRechargeSucceededEvent | BillingRechargeFailedEvent | BillingBalanceLowEvent | ApiKeyExpiringEvent | ComplianceBundleApprovedEvent | ComplianceBundleRejectedEvent | ComplianceDocumentExpiringEvent | ExportCompletedEvent | ExportFailedEvent;

export interface AccountEventPage {
  /** The items of this page. */
  readonly items: readonly AccountEvent[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface AccountInvitationCreateRequest {
  /** Email address to invite, of a new or existing user. */
  readonly email: string;
  /** Role of the invited user. To add an owner, change the role of a member. */
  readonly role: InvitedRole;
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface AccountLimits {
  /** Maximum requests per minute, by tier. */
  readonly requests_per_minute: number;
  /** Maximum number of active API keys. */
  readonly api_keys: number;
  /** Maximum concurrent calls, inbound and outbound. By default 2 before the first successful top-up, then 10; 100 for verified accounts; null (no limit) for wholesale. */
  readonly max_concurrent_calls: number | null;
  /** Maximum cost of outbound calls per UTC day, in cents, including holds for calls in progress. Null means no limit. */
  readonly outbound_daily_cap_cents: number | null;
}

export interface AccountMemberUpdateRequest {
  /** New role. Only an owner can change an owner or assign the role `owner`. */
  readonly role: Role;
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface AccountSettings {
  /** How call records redact the caller, the callee and the number that a call was forwarded to: not at all, in part or in full. */
  readonly cdr_redaction: CdrRedaction;
  /** Sends an alert when the balance falls below this number of cents. Null disables the alert. */
  readonly low_balance_alert_cents: number | null;
  /** IANA time zone. */
  readonly timezone: string;
  /** What the account allows of its outbound calls. */
  readonly outbound: OutboundSettings;
}

export interface AccountSettingsUpdate {
  /** How call records redact the caller, the callee and the number that a call was forwarded to: not at all, in part or in full. */
  readonly cdr_redaction?: CdrRedaction;
  /** Sends an alert when the balance falls below this number of cents. Null disables the alert. */
  readonly low_balance_alert_cents?: number | null;
  /** IANA time zone. */
  readonly timezone?: string;
  /** Rules for outbound calls to update. Needs a session with `billing:write`. */
  readonly outbound?: OutboundSettingsUpdate;
}

export type AccountStatus = (typeof lists.ACCOUNT_STATUSES)[number];

export interface AccountUpdateRequest {
  /** Name of the company or person. */
  readonly name?: string;
  /** Country of the customer. Cannot change after the first number order. */
  readonly country?: string;
  /** Settings to update. */
  readonly settings?: AccountSettingsUpdate;
  /** Billing details to update; null clears them all. Needs a session with `billing:write`. Issued invoices keep what they say. */
  readonly billing_details?: BillingDetailsUpdate | null;
}

export interface Activity {
  /** ID of the entry. */
  readonly id: string;
  /** When the change was made. */
  readonly at: number;
  /** Who made the change. */
  readonly actor: Actor;
  /** IP address of the request; null for the operator, the system and jobs. */
  readonly ip: string | null;
  /** Action, as `resource_kind.verb`. */
  readonly action: string;
  /** Kind of resource. */
  readonly resource_kind: string;
  /** ID of the resource. */
  readonly resource_id: string;
  /** Name of the resource at the time. */
  readonly resource_name: string | null;
  /** The changed fields. */
  readonly changes: readonly ActivityChange[];
}

export interface ActivityChange {
  /** Name of the field; members of objects by their path, such as `settings.timezone`. */
  readonly field: string;
  /** Value before the change. */
  readonly from: unknown;
  /** Value after the change. */
  readonly to: unknown;
  /** Whether the values are left out. */
  readonly redacted: boolean;
}

export interface ActivityPage {
  /** The items of this page. */
  readonly items: readonly Activity[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface Actor {
  /** ID of the user or API key, or client ID of the application. */
  readonly id: string | null;
  /** Kind of actor. */
  readonly kind: ActorKind;
  /** Current name of the user, API key or application. */
  readonly name: string | null;
}

export type ActorKind = (typeof lists.ACTOR_KINDS)[number];

export type AddressScope = (typeof lists.ADDRESS_SCOPES)[number];

export interface Alarm {
  /** ID of the alarm. */
  readonly id: string;
  /** Shown in mails and events. */
  readonly name: string;
  /** `asr_pct`: answered calls in percent of all. `acd_s`: average duration of the answered calls in seconds. `failure_pct`: calls that failed in percent of all, which are those that were neither answered nor ended by the caller or the called party. `cost_cents`: what the calls cost in all. */
  readonly metric: AlarmMetric;
  /** Length of the window in seconds, a multiple of 60. The calls that were recorded within it are measured. A window of more than an hour moves on by sixtieths of its length. */
  readonly window_s: number;
  /** Whether the alarm is raised below or above the threshold. */
  readonly comparison: AlarmComparison;
  /** Threshold in the unit of the metric: percent from 0 to 100, seconds to 14400, or whole cents to 100000000. The value itself raises no alarm. */
  readonly threshold: number;
  /** Calls that the window must hold; of `acd_s`, answered ones. With fewer, the state does not change, unless there has been no call for a day. */
  readonly min_calls: number;
  /** Whether the alarm is evaluated. A disabled alarm is `ok`. */
  readonly enabled: boolean;
  /** Which calls are measured: those that match all members. Without members, all calls of the account. */
  readonly scope: AlarmScope;
  /** Whether the alarm is raised. */
  readonly state: AlarmState;
  /** When the state began. */
  readonly since: number;
  /** The metric over the calls of the window so far; null without any. */
  readonly value: number | null;
  /** Calls of the window so far. They are counted once a minute. */
  readonly calls: number;
  /** When the alarm was created. */
  readonly created_at: number;
  /** When the alarm was last updated. */
  readonly updated_at: number;
}

export interface AlarmClearedData {
  /** ID of the alarm. */
  readonly alarm_id: string;
  /** Name of the alarm. */
  readonly name: string;
  /** What the alarm measures. */
  readonly metric: AlarmMetric;
  /** Length of time whose calls are measured, in seconds. */
  readonly window_s: number;
  /** Whether the alarm is raised below or above the threshold. */
  readonly comparison: AlarmComparison;
  /** Threshold, in the unit of the metric. */
  readonly threshold: number;
  /** The metric, over the calls of the window; null without any. */
  readonly value: number | null;
  /** Calls of the window. */
  readonly calls: number;
  /** Only calls over this trunk are measured; null for all. */
  readonly sip_trunk_id: string | null;
  /** Only calls of this number are measured; null for all. */
  readonly number_id: string | null;
  /** Only calls with this country are measured, an ISO 3166-1 alpha-2 code; null for all. */
  readonly country: string | null;
  /** `recovered`: the condition has not held for five minutes. `no_calls`: there has been no call for a day. */
  readonly reason: AlarmClearing;
  /** When the alarm was raised. */
  readonly raised_at: number;
}

export interface AlarmClearedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'alarm.cleared';
  /** What the event is about. */
  readonly data: AlarmClearedData;
}

export type AlarmClearing = (typeof lists.ALARM_CLEARINGS)[number];

export type AlarmComparison = (typeof lists.ALARM_COMPARISONS)[number];

export interface AlarmCreateRequest {
  /** Shown in mails and events. */
  readonly name: string;
  /** `asr_pct`: answered calls in percent of all. `acd_s`: average duration of the answered calls in seconds. `failure_pct`: calls that failed in percent of all, which are those that were neither answered nor ended by the caller or the called party. `cost_cents`: what the calls cost in all. */
  readonly metric: AlarmMetric;
  /** Length of the window in seconds, a multiple of 60. The calls that were recorded within it are measured. A window of more than an hour moves on by sixtieths of its length. */
  readonly window_s: number;
  /** Whether the alarm is raised below or above the threshold. */
  readonly comparison: AlarmComparison;
  /** Threshold in the unit of the metric: percent from 0 to 100, seconds to 14400, or whole cents to 100000000. The value itself raises no alarm. */
  readonly threshold: number;
  /** Calls that the window must hold; of `acd_s`, answered ones. With fewer, the state does not change, unless there has been no call for a day. */
  readonly min_calls?: number;
  /** Whether the alarm is evaluated. A disabled alarm is `ok`. */
  readonly enabled?: boolean;
  /** Which calls are measured: those that match all members. Without members, all calls of the account. */
  readonly scope?: AlarmScope;
}

export type AlarmMetric = (typeof lists.ALARM_METRICS)[number];

export interface AlarmPage {
  /** The items of this page. */
  readonly items: readonly Alarm[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface AlarmRaisedData {
  /** ID of the alarm. */
  readonly alarm_id: string;
  /** Name of the alarm. */
  readonly name: string;
  /** What the alarm measures. */
  readonly metric: AlarmMetric;
  /** Length of time whose calls are measured, in seconds. */
  readonly window_s: number;
  /** Whether the alarm is raised below or above the threshold. */
  readonly comparison: AlarmComparison;
  /** Threshold, in the unit of the metric. */
  readonly threshold: number;
  /** The metric, over the calls of the window; null without any. */
  readonly value: number | null;
  /** Calls of the window. */
  readonly calls: number;
  /** Only calls over this trunk are measured; null for all. */
  readonly sip_trunk_id: string | null;
  /** Only calls of this number are measured; null for all. */
  readonly number_id: string | null;
  /** Only calls with this country are measured, an ISO 3166-1 alpha-2 code; null for all. */
  readonly country: string | null;
}

export interface AlarmRaisedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'alarm.raised';
  /** What the event is about. */
  readonly data: AlarmRaisedData;
}

export interface AlarmScope {
  /** SIP trunk of the account: only calls over it. */
  readonly sip_trunk_id?: string | null;
  /** Number of the account: only its calls. */
  readonly number_id?: string | null;
  /** Only calls with this country, which is that of the remote party. */
  readonly country?: string | null;
}

export type AlarmState = (typeof lists.ALARM_STATES)[number];

export interface AlarmUpdateRequest {
  /** Shown in mails and events. */
  readonly name?: string;
  /** `asr_pct`: answered calls in percent of all. `acd_s`: average duration of the answered calls in seconds. `failure_pct`: calls that failed in percent of all, which are those that were neither answered nor ended by the caller or the called party. `cost_cents`: what the calls cost in all. */
  readonly metric?: AlarmMetric;
  /** Length of the window in seconds, a multiple of 60. The calls that were recorded within it are measured. A window of more than an hour moves on by sixtieths of its length. */
  readonly window_s?: number;
  /** Whether the alarm is raised below or above the threshold. */
  readonly comparison?: AlarmComparison;
  /** Threshold in the unit of the metric: percent from 0 to 100, seconds to 14400, or whole cents to 100000000. The value itself raises no alarm. */
  readonly threshold?: number;
  /** Calls that the window must hold; of `acd_s`, answered ones. With fewer, the state does not change, unless there has been no call for a day. */
  readonly min_calls?: number;
  /** Whether the alarm is evaluated. A disabled alarm is `ok`. */
  readonly enabled?: boolean;
  /** Which calls are measured: those that match all members. Without members, all calls of the account. */
  readonly scope?: AlarmScope;
}

export interface ApiKeyCreateRequest {
  /** Name of the key. */
  readonly name: string;
  /** Expiry, more than one hour and at most five years from now. The key never expires if null or omitted. A reminder is mailed 14 days before, unless the key is valid for at most 14 days. */
  readonly expires_at?: number | null;
  /** Only `*` (full access) is supported. */
  readonly scopes?: readonly '*'[];
  /** IP addresses or CIDR networks that can use the key. Empty allows all. */
  readonly allowed_cidrs?: readonly string[];
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface ApiKeyExpiringData {
  /** ID of the key. */
  readonly api_key_id: string;
  /** Name of the key. */
  readonly name: string;
  /** The visible part of the key. */
  readonly prefix_display: string;
  /** When the key expires. */
  readonly expires_at: number;
}

export interface ApiKeyExpiringEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'api_key.expiring';
  /** What the event is about. */
  readonly data: ApiKeyExpiringData;
}

export interface ApiKeyRotateRequest {
  /** Seconds for which the old key keeps working. */
  readonly grace_s?: number;
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export type ApiKeyStatus = (typeof lists.API_KEY_STATUSES)[number];

export interface ApiKeySummary {
  /** API key ID. */
  readonly id: string;
  /** Name of the key. */
  readonly name: string;
  /** First twelve characters of the key and an ellipsis. */
  readonly prefix_display: string;
  /** Scopes; always `["*"]`. */
  readonly scopes: readonly string[];
  /** IP addresses or CIDR networks that can use the key. Empty allows all. */
  readonly allowed_cidrs: readonly string[];
  /** Expiry; null if the key does not expire. */
  readonly expires_at: number | null;
  /** Creation time. */
  readonly created_at: number;
  /** Time of the last use, with a resolution of one minute. */
  readonly last_used_at: number | null;
  /** IP address of the last use. */
  readonly last_used_ip: string | null;
  /** Time of revocation. */
  readonly revoked_at: number | null;
  /** Status of the key. Only `active` keys work. */
  readonly status: ApiKeyStatus;
}

export interface ApiKeySummaryPage {
  /** The items of this page. */
  readonly items: readonly ApiKeySummary[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface ApiKeyUpdateRequest {
  /** Name of the key. */
  readonly name?: string;
  /** New expiry: in the future and before the current one. */
  readonly expires_at?: number;
}

export interface Area {
  /** National destination code without the trunk 0; null for numbers without one. */
  readonly area_code: string | null;
  /** City. */
  readonly city: string | null;
  /** Region. */
  readonly region: string | null;
  /** Whether numbers are available. */
  readonly in_stock: boolean;
  /** Lowest monthly price. Null when no supplier reports one. */
  readonly from_monthly_price_cents: number | null;
}

export interface AreaPage {
  /** The items of this page. */
  readonly items: readonly Area[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type AttemptLeg = (typeof lists.ATTEMPT_LEGS)[number];

export type AttemptResult = (typeof lists.ATTEMPT_RESULTS)[number];

export type Attestation = (typeof lists.ATTESTATIONS)[number];

export interface AuthChangePasswordRequest {
  /** Current password. */
  readonly current_password: string;
  /** At least 10 characters; the most common passwords are rejected. */
  readonly new_password: string;
}

export interface AuthIdentityUnlinkRequest {
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface AuthInvitationAcceptRequest {
  /** `token` parameter of the mailed link. */
  readonly token: string;
  /** Full name. Required for a new user, otherwise ignored. */
  readonly name?: string;
  /** At least 8 characters; the most common passwords are rejected. Required for a new user, otherwise ignored. */
  readonly password?: string;
}

export interface AuthInvitationInspectRequest {
  /** `token` parameter of the mailed link. */
  readonly token: string;
}

export interface AuthLoginRequest {
  /** Email address, case-insensitive. */
  readonly email: string;
  /** Password of the user. */
  readonly password: string;
  /** Remembers the device: the session lasts 30 days from its last use instead of 24 hours, and wrong passwords from other devices do not lock it out. */
  readonly trust_device?: boolean;
}

export interface AuthMagicLinkConsumeRequest {
  /** `token` parameter of the mailed link. Required: returns 400 `missing_token` without it. */
  readonly token?: string | null;
}

export interface AuthMagicLinkSendRequest {
  /** Email address of the user. */
  readonly email: string;
  /** Token of a solved bot challenge. Required if `GET /v1/auth/captcha` names one, otherwise ignored. */
  readonly captcha_token?: string;
}

export interface AuthMfaDisableRequest {
  /** Always required, unless the user has no password. Then the session must have signed in within 15 minutes. */
  readonly password?: string;
  /** Six digits from the authenticator app, or a recovery code `xxxxx-xxxxx`. Blanks and dashes are ignored. */
  readonly code: string;
}

export interface AuthMfaReplaceRecoveryCodesRequest {
  /** Six digits from the authenticator app, or a recovery code `xxxxx-xxxxx`. Blanks and dashes are ignored. */
  readonly code: string;
  /** Required if the session signed in more than 15 minutes ago, and with an API key. */
  readonly password?: string;
}

export interface AuthMfaStartSetupRequest {
  /** Type of second factor. */
  readonly method: MfaSetupMethod;
}

export interface AuthMfaVerifyRequest {
  /** Six digits from the authenticator app or email, or a recovery code `xxxxx-xxxxx`. Blanks and dashes are ignored. */
  readonly code: string;
  /** Source of the code. Defaults to a recovery code if it has that format, otherwise to the method of the user. */
  readonly method?: MfaCodeMethod;
  /** Remembers the device: the session lasts 30 days from its last use instead of 24 hours, and wrong passwords from other devices do not lock it out. */
  readonly trust_device?: boolean;
}

export interface AuthMfaVerifySetupRequest {
  /** Type of second factor. */
  readonly method: MfaSetupMethod;
  /** Secret that setup-start returned in the last 10 minutes. */
  readonly secret: string;
  /** Current code of the app: six digits. Blanks and dashes are ignored. */
  readonly code: string;
  /** Required if the session signed in more than 15 minutes ago, and with an API key. */
  readonly password?: string;
}

export interface AuthResendVerificationRequest {
  /** Email address to verify. */
  readonly email: string;
}

export interface AuthResetPasswordRequest {
  /** `token` parameter of the mailed link. */
  readonly token: string;
  /** At least 10 characters; the most common passwords are rejected, and the link stays valid. */
  readonly new_password: string;
}

export interface AuthSendPasswordResetRequest {
  /** Email address of the user. */
  readonly email: string;
  /** Token of a solved bot challenge. Required if `GET /v1/auth/captcha` names one, otherwise ignored. */
  readonly captcha_token?: string;
}

export interface AuthSessionRevokeAllRequest {
  /** Keeps the current session. */
  readonly keep_current?: boolean;
}

export interface AuthSessionUpdateRequest {
  /** New name of the device. */
  readonly device_name?: string;
  /** Ends trust in the device: the session expires within 24 hours. A device can be trusted only at sign-in. */
  readonly is_trusted?: false;
}

export interface AuthSignupRequest {
  /** Email address to verify. Unique, case-insensitive. */
  readonly email: string;
  /** At least 8 characters; the most common passwords are rejected. */
  readonly password: string;
  /** Full name of the user. */
  readonly name: string;
  /** Country of the customer. */
  readonly country: string;
  /** Name of the account. Defaults to the name of the user. */
  readonly company?: string;
  /** IANA time zone of the account. */
  readonly timezone?: string;
  /** Phone number in E.164 format. Not verified by sign-up. */
  readonly phone_e164?: string;
  /** Intended use of the service. */
  readonly intended_use?: IntendedUse;
  /** Token of a solved bot challenge. Required if `GET /v1/auth/captcha` names one, otherwise ignored. */
  readonly captcha_token?: string;
  /** Consents to marketing email. */
  readonly marketing_opt_in?: boolean;
}

export interface AuthVerifyEmailRequest {
  /** `token` parameter of the mailed link. */
  readonly token: string;
}

export interface AutoRecharge {
  /** Whether auto-recharge is enabled. */
  readonly enabled: boolean;
  /** The default card is charged when a debit leaves the balance below this number of cents. */
  readonly threshold_cents: number | null;
  /** Amount to charge, in cents. */
  readonly amount_cents: number | null;
  /** Time of the last attempt to charge the card. */
  readonly last_attempt_at: number | null;
  /** Result of the last attempt. */
  readonly last_attempt_status: RechargeAttemptStatus | null;
  /** End of the pause after three consecutive failures. Saving the settings ends the pause. */
  readonly paused_until: number | null;
}

export interface Balance {
  /** Balance in US dollars, including held funds. */
  readonly amount: number;
  /** Balance in cents, including held funds. Negative if the account owes money. */
  readonly amount_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Whether usage is paid in advance or in arrears. */
  readonly billing_mode: BillingMode;
  /** Funds held for orders and live calls, in cents. */
  readonly held_cents: number;
  /** Available funds in cents: balance − held + credit limit. */
  readonly available_cents: number;
  /** Amount in cents by which the balance may fall below zero. */
  readonly credit_limit_cents: number;
  /** Time of the last change. */
  readonly updated_at: number;
}

export interface BillingAutoRechargeUpdateRequest {
  /** Whether to enable auto-recharge. */
  readonly enabled: boolean;
  /** The default card is charged when a debit leaves the balance below this number of cents. Required if enabled. */
  readonly threshold_cents?: number | null;
  /** Amount to charge, in cents. Required if enabled. */
  readonly amount_cents?: number | null;
}

export interface BillingBalanceLowData {
  /** Balance of the wallet. */
  readonly balance_cents: number;
  /** The alert threshold of the account. */
  readonly threshold_cents: number;
}

export interface BillingBalanceLowEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'billing.balance.low';
  /** What the event is about. */
  readonly data: BillingBalanceLowData;
}

export interface BillingDetails {
  /** Legal name on invoices. Null prints the name of the account. */
  readonly legal_name: string | null;
  /** Street and number. */
  readonly address_line1: string | null;
  /** Second line of the address. */
  readonly address_line2: string | null;
  /** City. */
  readonly city: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** State, province or region. */
  readonly region: string | null;
  /** Country. Null prints the country of the account. */
  readonly country: string | null;
  /** VAT number or other tax ID, as it is printed. */
  readonly tax_id: string | null;
  /** Your reference, such as the number of a purchase order, which invoices repeat. */
  readonly purchase_order: string | null;
  /** Address to which invoices are mailed. Null mails them to the owners and billing members. */
  readonly invoice_email: string | null;
}

export interface BillingDetailsUpdate {
  /** Legal name on invoices. Null prints the name of the account. */
  readonly legal_name?: string | null;
  /** Street and number. */
  readonly address_line1?: string | null;
  /** Second line of the address. */
  readonly address_line2?: string | null;
  /** City. */
  readonly city?: string | null;
  /** Postal code. */
  readonly postal_code?: string | null;
  /** State, province or region. */
  readonly region?: string | null;
  /** Country. Null prints the country of the account. */
  readonly country?: string | null;
  /** VAT number or other tax ID, as it is printed. */
  readonly tax_id?: string | null;
  /** Your reference, such as the number of a purchase order, which invoices repeat. */
  readonly purchase_order?: string | null;
  /** Address to which invoices are mailed. Null mails them to the owners and billing members. */
  readonly invoice_email?: string | null;
}

export type BillingMode = (typeof lists.BILLING_MODES)[number];

export interface BillingPaymentMethodCreateRequest {
  /** Payment method ID from the processor's browser SDK. Card data never reaches this API. */
  readonly processor_payment_method_id: string;
  /** Makes it the default. The first payment method always becomes the default. */
  readonly set_default?: boolean;
}

export interface BillingPaymentMethodUpdateRequest {
  /** Must be true. Replaces the current default. */
  readonly is_default: boolean;
}

export interface BillingRechargeFailedData {
  /** ID of the top-up; null without a card. */
  readonly topup_id: string | null;
  /** Amount that was to be charged. */
  readonly amount_cents: number;
  /** Why the charge failed. */
  readonly failure_code: string;
  /** Human-readable reason. */
  readonly failure_message: string;
  /** Failures since the last success. */
  readonly consecutive_failures: number;
  /** Auto-recharge is paused until then; null while it is active. */
  readonly paused_until: number | null;
}

export interface BillingRechargeFailedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'billing.recharge.failed';
  /** What the event is about. */
  readonly data: BillingRechargeFailedData;
}

export interface BillingRechargeSucceededData {
  /** ID of the top-up. */
  readonly topup_id: string;
  /** Amount credited. */
  readonly amount_cents: number;
  /** ID of the transaction. */
  readonly transaction_id: string;
}

export interface BillingRechargeSucceededEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'billing.recharge.succeeded';
  /** What the event is about. */
  readonly data: BillingRechargeSucceededData;
}

export interface BillingTopupCreateRequest {
  /** Amount to add, in cents. */
  readonly amount_cents: number;
  /** Payment method to charge. Defaults to the default payment method. */
  readonly payment_method_id?: string;
  /** Description of the transaction. */
  readonly description?: string;
}

export interface BillingTopupSucceededData {
  /** ID of the top-up. */
  readonly topup_id: string;
  /** Amount credited. */
  readonly amount_cents: number;
  /** ID of the transaction. */
  readonly transaction_id: string;
}

export interface BillingTopupSucceededEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'billing.topup.succeeded';
  /** What the event is about. */
  readonly data: BillingTopupSucceededData;
}

export type BundleStatus = (typeof lists.BUNDLE_STATUSES)[number];

export interface BundleValidation {
  /** Whether all requirements are met, so that the bundle can be submitted. */
  readonly compliant: boolean;
  /** The requirements. */
  readonly results: readonly BundleValidationResult[];
}

export interface BundleValidationResult {
  /** What is required: `end_user_kind`, `address`, the name of a field, or `document_` with its purpose. */
  readonly requirement: string;
  /** Whether the bundle meets the requirement. */
  readonly ok: boolean;
  /** `met`, or why the requirement is not met. */
  readonly code: ValidationCode;
  /** Human-readable result. */
  readonly message: string;
  /** Member of the end user or of the bundle to change. Null for a document. */
  readonly field: string | null;
  /** The accepted document type that is listed first. Null for a field, and when any type is accepted. */
  readonly doc_type: DocType | null;
}

export interface Call {
  /** Call ID. */
  readonly id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** `completed`: the call has ended; its record follows. */
  readonly status: CallStatus;
  /** Caller: E.164 number or SIP URI; may be redacted. */
  readonly caller: string | null;
  /** Called number or SIP URI; may be redacted. */
  readonly callee: string | null;
  /** Whether the caller withholds its number. `caller` is null then. */
  readonly caller_withheld: boolean;
  /** The account's number on this call. */
  readonly e164: string | null;
  /** ID of the account's number. */
  readonly number_id: string | null;
  /** ID of the routing profile that routes the call. */
  readonly routing_profile_id: string | null;
  /** ID of the SIP trunk that places the call, or that is tried first. */
  readonly sip_trunk_id: string | null;
  /** Reference that was given when the call was placed; null for calls that a system has placed. */
  readonly customer_reference: string | null;
  /** Time of call setup. */
  readonly started_at: number;
  /** Time of answer; null if unanswered. */
  readonly answered_at: number | null;
  /** Seconds since the call setup, or from there to the end. */
  readonly duration_s: number;
  /** `order` of the attempt that goes on or was answered; null if the switch has not reported it. */
  readonly current_attempt: number | null;
  /** Attempts so far, as the switch has reported them. */
  readonly attempts: readonly CallAttempt[];
  /** Price of the time since the answer. The call record has the final one. */
  readonly estimated_cost_cents: number;
  /** What the call holds of the balance, until its record is written. */
  readonly held_cents: number;
  /** Seconds after the answer at which the call is ended, unless it is extended. */
  readonly max_duration_s: number;
  /** ID of the call record; null until it is written. */
  readonly cdr_id: string | null;
}

export type CallAction = (typeof lists.CALL_ACTIONS)[number];

export interface CallAttempt {
  /** Position of the attempt, from 1. */
  readonly order: number;
  /** `agent`: the leg to the trunk of a click to dial, which rings first. `callee`: any other leg. */
  readonly leg: AttemptLeg;
  /** ID of the target. */
  readonly target_id: string | null;
  /** Kind of the target. */
  readonly target_kind: string | null;
  /** ID of the gateway. */
  readonly gateway_id: string | null;
  /** ID of the registered contact. */
  readonly contact_id: string | null;
  /** Destination of the attempt; the number of a forward may be redacted. */
  readonly destination: string | null;
  /** Address that the call was sent to; null if the switch did not report it, and for calls over carriers. */
  readonly address: string | null;
  /** When the call was sent. */
  readonly started_at: number | null;
  /** Ringing time in seconds. */
  readonly ring_s: number;
  /** When the attempt was answered; null if it was not, or if that was not reported. */
  readonly answered_at: number | null;
  /** Final SIP response code of the attempt. */
  readonly sip_code: number | null;
  /** Reason phrase of the final SIP response. */
  readonly sip_reason: string | null;
  /** Why the attempt failed, in one sentence. Null for an answered, skipped or ongoing attempt. */
  readonly explanation: string | null;
  /** What to do about it, in one sentence. */
  readonly remedy: string | null;
  /** Result of the attempt; null while it goes on. */
  readonly result: AttemptResult | null;
}

export interface CallCheck {
  /** What was checked. */
  readonly check: CallCheckName;
  /** Whether the check passes; null if an earlier check has ended the decision. */
  readonly ok: boolean | null;
  /** What was found, in one sentence. */
  readonly detail: string;
}

export type CallCheckName = (typeof lists.CALL_CHECK_NAMES)[number];

export interface CallCompletedData {
  /** ID of the call record. */
  readonly cdr_id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** The account's number on the call. */
  readonly e164: string | null;
  /** Whether the caller withholds its number. */
  readonly caller_withheld?: boolean;
  /** How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say. */
  readonly attestation?: Attestation | null;
  /** Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say. */
  readonly verification?: Verification | null;
  /** Reference that was given when the call was placed; null for calls that a system has placed. */
  readonly customer_reference?: string | null;
  /** Billed seconds. */
  readonly billable_duration_s: number;
  /** Price of the call. */
  readonly customer_total_cents: number;
}

export interface CallCompletedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'call.completed';
  /** What the event is about. */
  readonly data: CallCompletedData;
}

export interface CallCreateRequest {
  /** Active number of the account, which the callee sees. */
  readonly from: string;
  /** Number to call. Emergency numbers are not allowed. */
  readonly to: string;
  /** SIP trunk that rings first. */
  readonly sip_trunk_id: string;
  /** Seconds for which the trunk rings. */
  readonly ring_timeout_s?: number;
  /** Seconds after the answer of the callee at which the call is ended. Its price is held until then. */
  readonly max_duration_s?: number | null;
  /** Any text that names the call. */
  readonly customer_reference?: string | null;
}

export type CallDirection = (typeof lists.CALL_DIRECTIONS)[number];

export interface CallPage {
  /** The items of this page. */
  readonly items: readonly Call[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface CallSimulation {
  /** Whether the call would be routed. */
  readonly action: CallAction;
  /** SIP response to a rejected call. */
  readonly sip_code: number | null;
  /** The rule that rejects the call; null for a call that is routed. */
  readonly reason: RejectionReason | null;
  /** Why, in one sentence. */
  readonly explanation: string;
  /** What to do about it, in one sentence; null where nothing is to be done. */
  readonly remedy: string | null;
  /** Price of the call. Null for a rejected call, and for a call that another account pays for. */
  readonly price: CdrRating | null;
  /** Longest duration on the current balance. 0 for a rejected call, null for a call that another account pays for. */
  readonly max_duration_s: number | null;
  /** Attempts, in order. */
  readonly attempts: readonly SimulatedRoute[];
  /** All checks of the decision, in its order. */
  readonly checks: readonly CallCheck[];
}

export interface CallStartedData {
  /** ID of the live call. */
  readonly call_id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** The account's number on the call. */
  readonly e164: string | null;
  /** Whether the caller withholds its number. */
  readonly caller_withheld?: boolean;
  /** How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say. */
  readonly attestation?: Attestation | null;
  /** Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say. */
  readonly verification?: Verification | null;
  /** Reference that was given when the call was placed; null for calls that a system has placed. */
  readonly customer_reference?: string | null;
  /** ID of that number. */
  readonly number_id: string | null;
  /** ID of the SIP trunk that the call came from, or that the number routes to. */
  readonly sip_trunk_id: string | null;
}

export interface CallStartedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'call.started';
  /** What the event is about. */
  readonly data: CallStartedData;
}

export type CallStatus = (typeof lists.CALL_STATUSES)[number];

export interface CallWebhookRotateSecretRequest {
  /** Seconds for which the previous secret also signs. 0 ends all older secrets at once. */
  readonly overlap_s?: number;
}

export interface CallWebhooks {
  /** Beginning of the signing secret; null before its first use. */
  readonly secret_prefix: string | null;
  /** When the secret was created. */
  readonly created_at: number | null;
  /** Until then the previous secret also signs; null outside of a rotation. */
  readonly previous_valid_until: number | null;
}

export type CallerIdStrategy = (typeof lists.CALLER_ID_STRATEGIES)[number];

export interface Captcha {
  /** Whose widget the script loads: `turnstile` and `hcaptcha` define a global of their name, `custom` defines `grecaptcha`. Each has `render(element, { sitekey, callback })`. */
  readonly provider: CaptchaProvider;
  /** Public key of the widget. */
  readonly site_key: string;
  /** Script of the widget. */
  readonly script_url: string;
}

export type CaptchaProvider = (typeof lists.CAPTCHA_PROVIDERS)[number];

export interface CardSetup {
  /** Setup ID at the processor. */
  readonly setup_id: string;
  /** Client secret for the processor's browser SDK. */
  readonly client_secret: string;
  /** Publishable key for the browser SDK. */
  readonly publishable_key: string;
  /** Expiry of the setup. */
  readonly expires_at: number;
}

export interface Cart {
  /** Items, oldest first. */
  readonly items: readonly CartItem[];
  /** Totals of all items. */
  readonly totals: CartTotals;
  /** When the first item was added; null for an empty cart. */
  readonly created_at: number | null;
  /** When the cart was last changed; null for an empty cart. */
  readonly updated_at: number | null;
  /** Four hours after the last change; null for an empty cart. */
  readonly expires_at_estimate: number | null;
}

export interface CartCheckoutRequest {
  /** Active trunk to route the number to. Excludes `routing_profile_id`. */
  readonly trunk_id?: string;
  /** Active routing profile to route the number to. */
  readonly routing_profile_id?: string;
  /** Matching bundle, submitted or approved. */
  readonly compliance_bundle_id?: string;
  /** Your own reference. */
  readonly customer_reference?: string;
  /** Buys nothing if the total is higher at checkout. */
  readonly max_total_cents?: number;
}

export interface CartItem {
  /** ID of the cart item. */
  readonly id: string;
  /** The number, or a placeholder such as +1212XXXXXXX with `from_catalog`. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Name of the region, as the supplier gives it. */
  readonly region: string | null;
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price. */
  readonly setup_price_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** True for any number of the area, assigned on purchase. False for a specific number. */
  readonly from_catalog: boolean;
  /** Whether documents are required to activate the number. */
  readonly requires_activation: boolean;
  /** Select token of the search result. */
  readonly select_token: string;
  /** When the item was added. */
  readonly added_at: number;
  /** True while the supplier reserves the number for this account. False with `from_catalog`, beyond the reservation limit of the account or the supplier, and after the reservation has expired: checkout then checks the number again, and the item fails with `number_unavailable` if it was sold. */
  readonly reserved: boolean;
  /** IDs of the approved compliance bundles that match this number; empty without `requires_activation`. */
  readonly compatible_bundle_ids: readonly string[];
}

export interface CartItemCreateRequest {
  /** Select token of a search result. */
  readonly select_token: string;
  /** Quantity; more than 1 only with `from_catalog`. */
  readonly quantity?: number;
}

export interface CartItemSnapshot {
  /** The number, or a placeholder such as +1212XXXXXXX with `from_catalog`. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Name of the region, as the supplier gives it. */
  readonly region: string | null;
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price. */
  readonly setup_price_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** True for any number of the area, assigned on purchase. False for a specific number. */
  readonly from_catalog: boolean;
  /** Whether documents are required to activate the number. */
  readonly requires_activation: boolean;
}

export interface CartTotals {
  /** Number of items. */
  readonly item_count: number;
  /** Sum of the monthly prices. */
  readonly monthly_cents: number;
  /** Sum of the setup prices. */
  readonly setup_cents: number;
  /** Sum that checkout charges. */
  readonly total_due_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

export interface CatalogResult {
  /** The number, or a placeholder such as +1212XXXXXXX with `from_catalog`. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** Name of the region, as the supplier gives it. */
  readonly region: string;
  /** City. */
  readonly city: string | null;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** Monthly price in USD. */
  readonly monthly_price: number;
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price in USD. */
  readonly setup_price: number;
  /** One-time setup price. */
  readonly setup_price_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Whether documents are required to activate the number. */
  readonly requires_activation: boolean;
  /** Restrictions that apply to the number. */
  readonly restrictions: readonly Restriction[];
  /** Orders this result. Valid for 30 minutes, and for this account only. */
  readonly select_token: string;
  /** IDs of the approved compliance bundles that match this number. */
  readonly compatible_bundle_ids: readonly string[];
  /** True for any number of the area, assigned on purchase. False for a specific number. */
  readonly from_catalog: boolean;
}

export interface CatalogSearch {
  /** ID of the search, the same for all its pages. */
  readonly search_id: string;
  /** When the select tokens of this page expire. Cart items keep theirs. */
  readonly expires_at: number;
  /** The results of this page. */
  readonly items: readonly CatalogResult[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
  /** Reasons why results may be missing. */
  readonly warnings: readonly Warning[];
}

export type CatalogWarning = (typeof lists.CATALOG_WARNINGS)[number];

export interface Cdr {
  /** ID of the call record. */
  readonly id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** Caller: E.164 number or SIP URI; may be redacted. Null for a caller that withholds its number. */
  readonly caller: string | null;
  /** Whether the caller withheld its number. */
  readonly caller_withheld: boolean;
  /** How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say. */
  readonly attestation: Attestation | null;
  /** Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say. */
  readonly verification: Verification | null;
  /** Called number or SIP URI; may be redacted. */
  readonly callee: string | null;
  /** The account's number on this call. */
  readonly e164: string | null;
  /** ID of the account's number. */
  readonly number_id: string | null;
  /** ID of the routing profile that routed the call. */
  readonly routing_profile_id: string | null;
  /** ID of the SIP trunk that answered, else that was tried last, else that the number routes to. */
  readonly sip_trunk_id: string | null;
  /** Number that the call was forwarded to; may be redacted. */
  readonly forward_to_e164: string | null;
  /** ID of the WebRTC user who answered. */
  readonly webrtc_user_id: string | null;
  /** Reference that was given when the call was placed; null for calls that a system has placed. */
  readonly customer_reference: string | null;
  /** Time of call setup. */
  readonly started_at: number;
  /** Time of answer; null if unanswered. */
  readonly answered_at: number | null;
  /** Time of teardown. */
  readonly ended_at: number;
  /** Seconds from setup to teardown. */
  readonly duration_s: number;
  /** Seconds from answer to teardown. */
  readonly billable_duration_s: number;
  /** Why the call ended. */
  readonly hangup_cause: HangupCause | null;
  /** Final SIP response code. */
  readonly sip_response_code: number | null;
  /** Price of the call. */
  readonly customer_total_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** ID of the charge; null for a free call. */
  readonly billing_transaction_id: string | null;
  /** Country of the remote party: of the caller for inbound calls, including forwarded ones, and of the callee for outbound calls. Null for withheld numbers, SIP URIs and numbers without a country (+800, +870, +883). */
  readonly country: string | null;
  /** True if the switch did not report which route answered. The call was then charged at the price of the most expensive possible route; an excessive charge is corrected by an adjustment. */
  readonly estimated_leg: boolean;
  /** The former provider from whose records the call was imported, free of charge; null for every other call. */
  readonly imported_from: ImportSource | null;
}

export interface CdrAttempt {
  /** Position of the attempt, from 1. */
  readonly order: number;
  /** `agent`: the leg to the trunk of a click to dial, which rings first. `callee`: any other leg. */
  readonly leg: AttemptLeg;
  /** ID of the target. */
  readonly target_id: string | null;
  /** Kind of the target. */
  readonly target_kind: string | null;
  /** ID of the gateway. */
  readonly gateway_id: string | null;
  /** ID of the registered contact. */
  readonly contact_id: string | null;
  /** Destination of the attempt; the number of a forward may be redacted. */
  readonly destination: string | null;
  /** Address that the call was sent to; null if the switch did not report it, and for calls over carriers. */
  readonly address: string | null;
  /** When the call was sent. */
  readonly started_at: number | null;
  /** Ringing time in seconds. */
  readonly ring_s: number;
  /** When the attempt was answered; null if it was not, or if that was not reported. */
  readonly answered_at: number | null;
  /** Final SIP response code of the attempt. */
  readonly sip_code: number | null;
  /** Reason phrase of the final SIP response. */
  readonly sip_reason: string | null;
  /** Why the attempt failed, in one sentence. Null for an answered, skipped or ongoing attempt. */
  readonly explanation: string | null;
  /** What to do about it, in one sentence. */
  readonly remedy: string | null;
  /** Result of the attempt. */
  readonly result: AttemptResult;
}

export interface CdrDecision {
  /** ID of the decision. */
  readonly id: string;
  /** Time of the decision. */
  readonly at: number;
  /** Whether the call was routed. */
  readonly action: CallAction;
  /** The rule that rejected the call; null for a call that was routed. */
  readonly reason: RejectionReason | null;
  /** SIP response to a rejected call. */
  readonly sip_code: number | null;
  /** How many routes the switch was given. */
  readonly routes: number;
  /** Granted seconds from the answer, as last extended. */
  readonly max_duration_s: number;
}

export interface CdrDetail {
  /** ID of the call record. */
  readonly id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** Caller: E.164 number or SIP URI; may be redacted. Null for a caller that withholds its number. */
  readonly caller: string | null;
  /** Whether the caller withheld its number. */
  readonly caller_withheld: boolean;
  /** How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say. */
  readonly attestation: Attestation | null;
  /** Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say. */
  readonly verification: Verification | null;
  /** Called number or SIP URI; may be redacted. */
  readonly callee: string | null;
  /** The account's number on this call. */
  readonly e164: string | null;
  /** ID of the account's number. */
  readonly number_id: string | null;
  /** ID of the routing profile that routed the call. */
  readonly routing_profile_id: string | null;
  /** ID of the SIP trunk that answered, else that was tried last, else that the number routes to. */
  readonly sip_trunk_id: string | null;
  /** Number that the call was forwarded to; may be redacted. */
  readonly forward_to_e164: string | null;
  /** ID of the WebRTC user who answered. */
  readonly webrtc_user_id: string | null;
  /** Reference that was given when the call was placed; null for calls that a system has placed. */
  readonly customer_reference: string | null;
  /** Time of call setup. */
  readonly started_at: number;
  /** Time of answer; null if unanswered. */
  readonly answered_at: number | null;
  /** Time of teardown. */
  readonly ended_at: number;
  /** Seconds from setup to teardown. */
  readonly duration_s: number;
  /** Seconds from answer to teardown. */
  readonly billable_duration_s: number;
  /** Why the call ended. */
  readonly hangup_cause: HangupCause | null;
  /** Final SIP response code. */
  readonly sip_response_code: number | null;
  /** Price of the call. */
  readonly customer_total_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** ID of the charge; null for a free call. */
  readonly billing_transaction_id: string | null;
  /** Country of the remote party: of the caller for inbound calls, including forwarded ones, and of the callee for outbound calls. Null for withheld numbers, SIP URIs and numbers without a country (+800, +870, +883). */
  readonly country: string | null;
  /** True if the switch did not report which route answered. The call was then charged at the price of the most expensive possible route; an excessive charge is corrected by an adjustment. */
  readonly estimated_leg: boolean;
  /** The former provider from whose records the call was imported, free of charge; null for every other call. */
  readonly imported_from: ImportSource | null;
  /** The decision that the call began with; null if it is no longer stored. */
  readonly decision: CdrDecision | null;
  /** Why the call ended, in one sentence. */
  readonly explanation: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
  /** Parts of the price, which add up to it exactly; none for an unanswered call. */
  readonly price_lines: readonly PriceLine[];
  /** Average price in cents per billable second; 0 without billable time. */
  readonly customer_per_second_cents: number;
  /** When the record was written. */
  readonly created_at: number;
  /** SIP Call-ID. */
  readonly sip_call_id: string;
  /** Who hung up. */
  readonly disconnected_by: DisconnectingParty | null;
  /** Price of the call; null for a rejected call. */
  readonly rating: CdrRating | null;
  /** Price of the forwarded leg. Included in the total. */
  readonly forward_rating: CdrRating | null;
  /** Attempts, in order. */
  readonly attempts: readonly CdrAttempt[];
}

export interface CdrExportCreateRequest {
  /** `csv`: RFC 4180 with a header. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or apostrophes before one, is preceded by an apostrophe against formulas; numbers in E.164 are not. `ndjson`: one JSON object per line. */
  readonly format: ExportFormat;
  /** Query parameters of the list of the kind: `GET /v1/cdrs`, `/v1/numbers`, `/v1/sms`, `/v1/billing/transactions`, `/v1/billing/usage`, `/v1/invoices`, `/v1/events`. Pass several values as an array or separated by commas. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** Names of members of the list, in the order of the columns. By default, the file has all of them. */
  readonly fields?: readonly string[];
  /** IANA time zone in which times are written, in ISO 8601 with its offset. */
  readonly timezone?: string;
  /** https URL that receives `export.completed` or `export.failed`, signed with `callback_secret` as webhooks are, and retried as they are. */
  readonly callback_url?: string;
}

export interface CdrGroup {
  /** Number of calls, including unanswered ones. */
  readonly calls: number;
  /** Number of answered calls. */
  readonly answered: number;
  /** Total seconds from answer to teardown. */
  readonly billable_s: number;
  /** Answer-seizure ratio: answered calls in percent of all, with one decimal. Null without calls. */
  readonly asr_pct: number | null;
  /** Average seconds of an answered call, with one decimal. Null without answered calls. */
  readonly acd_s: number | null;
  /** Price of the calls. */
  readonly cost_cents: number;
  /** An hour by the clock of the zone (`2026-11-28T14:00+01:00`), a day (`2026-11-28`) or a month (`2026-11`); a country; a number in E.164; the ID of a trunk or routing profile; a hangup cause; a direction. Null for calls without a value. With two groups, an array with the key of each. */
  readonly key: string | null | readonly (string | null)[];
}

export interface CdrPage {
  /** The items of this page. */
  readonly items: readonly Cdr[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface CdrRating {
  /** Matched prefix of the number; empty if the price applies to all numbers. */
  readonly prefix: string;
  /** Price in micro-cents per minute. */
  readonly rate_per_minute_microcents: number;
  /** Minimum billed seconds. */
  readonly first_s: number;
  /** Billing increment in seconds after the minimum. */
  readonly next_s: number;
  /** Connection fee. */
  readonly connection_fee_cents: number;
  /** Percent by which price and connection fee were reduced for the account. */
  readonly discount_pct: number;
}

export type CdrRedaction = (typeof lists.CDR_REDACTIONS)[number];

export interface CdrSummary {
  /** Groups with calls, ordered by `key`. */
  readonly items: readonly CdrGroup[];
  /** Sums of all groups, on whatever page. */
  readonly totals: CdrTotals;
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type CdrSummaryGroup = (typeof lists.CDR_SUMMARY_GROUPS)[number];

export interface CdrTotals {
  /** Number of calls, including unanswered ones. */
  readonly calls: number;
  /** Number of answered calls. */
  readonly answered: number;
  /** Total seconds from answer to teardown. */
  readonly billable_s: number;
  /** Answer-seizure ratio: answered calls in percent of all, with one decimal. Null without calls. */
  readonly asr_pct: number | null;
  /** Average seconds of an answered call, with one decimal. Null without answered calls. */
  readonly acd_s: number | null;
  /** Price of the calls. */
  readonly cost_cents: number;
}

export type Challenge = (typeof lists.CHALLENGES)[number];

export interface ChangedRoute {
  /** ID of the number. */
  readonly id: string;
  /** The number. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Name of the region, as the supplier gives it. */
  readonly region: string | null;
  /** City. */
  readonly city: string | null;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price, charged on purchase. */
  readonly setup_price_cents: number;
  /** Announced monthly price of months that start at or after `price_changes_at`; null when none is announced. */
  readonly next_monthly_price_cents: number | null;
  /** When the monthly price changes; null when no change is announced. */
  readonly price_changes_at: number | null;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `active`: routable. `pending_documents`: needs a compliance bundle. `suspended`: not routable. */
  readonly status: NumberStatus;
  /** Whether the number requires a compliance bundle. */
  readonly requires_activation: boolean;
  /** When the number was ordered. */
  readonly assigned_at: number;
  /** When the next month is charged: on the day of the month on which the number became active, or the last day before. */
  readonly next_billing_at: number;
  /** When the number was released. */
  readonly released_at: number | null;
  /** When the number is scheduled to be released. */
  readonly release_scheduled_at: number | null;
  /** Trunk that the number routes to. */
  readonly trunk_id: string | null;
  /** Routing profile that the number routes to. */
  readonly routing_profile_id: string | null;
  /** Attached compliance bundle. */
  readonly compliance_bundle_id: string | null;
  /** Registration of the attached bundle with the supplier, which some suppliers require before the number works. Null where there is none. */
  readonly registration: NumberRegistration | null;
  /** Failed charges since the last successful one. */
  readonly failed_billing_attempts: number;
  /** When a monthly charge was last attempted; null before the first attempt. */
  readonly last_billing_attempt_at: number | null;
  /** Machine-readable reason why the last charge failed. */
  readonly last_billing_failure_code: string | null;
  /** Whether the number is active with an outstanding charge. */
  readonly is_past_due: boolean;
  /** Whether the number is locked against release. */
  readonly deletion_lock: boolean;
  /** Your own name for the number. */
  readonly label: string | null;
  /** Your tags of the number. */
  readonly tags: readonly string[];
  /** Your notes about the number. */
  readonly notes: string | null;
  /** Whether requests of other carriers for the number are refused. */
  readonly port_out_lock: boolean;
  /** Whether the number has a port-out PIN, without which no other carrier can port it. */
  readonly port_out_pin_set: boolean;
  /** When the number leaves for another carrier; null unless that is accepted. */
  readonly port_out_at: number | null;
  /** Receives the `sms.received` events of this number, beside the webhook endpoints of the account. */
  readonly sms_webhook_url: string | null;
  /** Why calls would fail at the moment; empty if nothing speaks against them. */
  readonly warnings: readonly RouteWarning[];
}

export interface CheckoutItemOutcome {
  /** ID of the cart item. */
  readonly cart_item_id: string;
  /** Select token of the search result. */
  readonly select_token: string;
  /** The offer, at its price at checkout. */
  readonly snapshot: CartItemSnapshot;
  /** The order; null if none was placed. */
  readonly order: NumberOrder | null;
  /** The number; null if it was not bought. */
  readonly number: PhoneNumber | null;
  /** `pending_documents`: the number was bought and charged, and needs a compliance bundle. */
  readonly status: CheckoutItemStatus;
  /** Machine-readable reason for the failure. */
  readonly error_code: string | null;
  /** Human-readable reason for the failure. */
  readonly error_message: string | null;
}

export type CheckoutItemStatus = (typeof lists.CHECKOUT_ITEM_STATUSES)[number];

export interface CheckoutOutcome {
  /** ID of the checkout. */
  readonly checkout_id: string;
  /** Outcome. `balance_too_low`: nothing was bought or charged. */
  readonly status: CheckoutStatus;
  /** Totals of all items, at their prices at checkout. */
  readonly totals: CartTotals;
  /** Sum of the charges for the numbers that were bought. */
  readonly charged_cents: number;
  /** Items, in the order of the cart. */
  readonly items: readonly CheckoutItemOutcome[];
  /** When the checkout started. */
  readonly created_at: number;
}

export interface CheckoutOutcomePage {
  /** The items of this page. */
  readonly items: readonly CheckoutOutcome[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type CheckoutStatus = (typeof lists.CHECKOUT_STATUSES)[number];

export type ClosureReason = (typeof lists.CLOSURE_REASONS)[number];

export interface ClosureRequest {
  /** Closure request ID. */
  readonly id: string;
  /** Reason in free text. */
  readonly reason: string | null;
  /** Category of the reason. */
  readonly reason_category: ClosureReason | null;
  /** Time of the request. */
  readonly requested_at: number;
  /** Time when the account closes, unless the request is cancelled. */
  readonly grace_expires_at: number;
  /** Owner who requested the closure. */
  readonly requested_by_user_id: string;
  /** Days until `grace_expires_at`, rounded up. */
  readonly days_remaining: number;
}

export type Codec = (typeof lists.CODECS)[number];

export interface CompletedSession {
  /** Signed-in user. */
  readonly user_id: string;
  /** Account of requests without `X-Account-Id`. */
  readonly account_id: string;
  /** Expiry of the session. */
  readonly expires_at: number;
  /** Time when the session became full. */
  readonly mfa_completed_at: number;
}

export interface ComplianceBundle {
  /** ID of the bundle. */
  readonly id: string;
  /** Name of the bundle. Not encrypted. */
  readonly name: string;
  /** The end user of the numbers. */
  readonly end_user_id: string;
  /** Country of the numbers. */
  readonly country: string;
  /** Type of the numbers; null for all types. */
  readonly number_type: NumberType | null;
  /** Documents of the end user. */
  readonly document_ids: readonly string[];
  /** Only drafts and rejected bundles can be changed. The first change turns a rejected bundle into a draft. */
  readonly status: BundleStatus;
  /** Reviewer's notes about a rejection. */
  readonly review_notes: string | null;
  /** Reasons of a rejection. */
  readonly rejection_codes: readonly RejectionCode[];
  /** When the approval ends because a required document expires. Null for an approval without an end. */
  readonly valid_until: number | null;
  /** When the bundle was last submitted. */
  readonly submitted_at: number | null;
  /** When the bundle was approved. */
  readonly approved_at: number | null;
  /** When the bundle was last rejected. */
  readonly rejected_at: number | null;
  /** When the bundle was created. */
  readonly created_at: number;
  /** When the bundle was last updated. */
  readonly updated_at: number;
  /** The approval has ended: a required document has expired, or the end user was erased. Numbers with the bundle are suspended until they get another one. Copy the bundle and replace the document. */
  readonly is_lapsed: boolean;
  /** Count of live numbers with the bundle. */
  readonly number_count: number;
}

export interface ComplianceBundleApprovedData {
  /** ID of the bundle. */
  readonly bundle_id: string;
}

export interface ComplianceBundleApprovedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'compliance.bundle.approved';
  /** What the event is about. */
  readonly data: ComplianceBundleApprovedData;
}

export interface ComplianceBundleAttachDocumentRequest {
  /** The document. */
  readonly document_id: string;
}

export interface ComplianceBundleCopyRequest {
  /** Name of the copy. */
  readonly name: string;
}

export interface ComplianceBundleCreateRequest {
  /** Name of the bundle. Not encrypted. */
  readonly name: string;
  /** The end user of the numbers. */
  readonly end_user_id: string;
  /** Country of the numbers. */
  readonly country: string;
  /** Type of the numbers; null for all types. */
  readonly number_type?: NumberType | null;
  /** Documents of the end user. */
  readonly document_ids?: readonly string[];
}

export interface ComplianceBundlePage {
  /** The items of this page. */
  readonly items: readonly ComplianceBundle[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface ComplianceBundleRejectedData {
  /** ID of the bundle. */
  readonly bundle_id: string;
  /** Reviewer's notes. */
  readonly review_notes: string | null;
  /** Reasons of the rejection. */
  readonly rejection_codes: readonly RejectionCode[];
}

export interface ComplianceBundleRejectedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'compliance.bundle.rejected';
  /** What the event is about. */
  readonly data: ComplianceBundleRejectedData;
}

export interface ComplianceBundleUpdateRequest {
  /** Name of the bundle. Not encrypted. */
  readonly name?: string;
  /** The end user of the numbers. */
  readonly end_user_id?: string;
  /** Country of the numbers. */
  readonly country?: string;
  /** Type of the numbers; null for all types. */
  readonly number_type?: NumberType | null;
  /** Documents of the end user. */
  readonly document_ids?: readonly string[];
}

export interface ComplianceDocument {
  /** ID of the document. */
  readonly id: string;
  /** What the document is. */
  readonly doc_type: DocType;
  /** The end user of the document. */
  readonly end_user_id: string | null;
  /** Day of issue, not in the future everywhere on earth. */
  readonly issued_at: string | null;
  /** Last day of validity. */
  readonly expires_at: string | null;
  /** Free text. */
  readonly notes: string | null;
  /** Name of the file, without a path. */
  readonly filename: string;
  /** Media type of the content. */
  readonly content_type: DocumentContentType;
  /** Size of the content. */
  readonly size_bytes: number;
  /** When the document was uploaded. */
  readonly created_at: number;
}

export interface ComplianceDocumentCreateRequest {
  /** What the document is. */
  readonly doc_type: DocType;
  /** The end user of the document. */
  readonly end_user_id?: string | null;
  /** Day of issue, not in the future everywhere on earth. */
  readonly issued_at?: string | null;
  /** Last day of validity. */
  readonly expires_at?: string | null;
  /** Free text. */
  readonly notes?: string | null;
  /** Removes EXIF and other metadata from an image, and turns it upright. The image is encoded again. */
  readonly strip_metadata?: boolean;
  /** Name of the file. */
  readonly filename?: string;
  /** Media type of the file. Compared with its content. */
  readonly content_type?: string;
  /** The file in Base64 (RFC 4648), at most 2 MB decoded. It may have line breaks. */
  readonly content_base64?: string;
}

export interface ComplianceDocumentExpiringData {
  /** ID of the document. */
  readonly document_id: string;
  /** The end user of the document. */
  readonly end_user_id: string | null;
  /** What the document is. */
  readonly doc_type: DocType;
  /** Last day of validity. */
  readonly expires_at: string;
}

export interface ComplianceDocumentExpiringEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'compliance.document.expiring';
  /** What the event is about. */
  readonly data: ComplianceDocumentExpiringData;
}

export interface ComplianceDocumentPage {
  /** The items of this page. */
  readonly items: readonly ComplianceDocument[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface ComplianceDocumentUpdateRequest {
  /** What the document is. */
  readonly doc_type?: DocType;
  /** The end user of the document. */
  readonly end_user_id?: string | null;
  /** Day of issue, not in the future everywhere on earth. */
  readonly issued_at?: string | null;
  /** Last day of validity. */
  readonly expires_at?: string | null;
  /** Free text. */
  readonly notes?: string | null;
}

export interface ComplianceEndUserCreateRequest {
  /** First name. Required of a person. */
  readonly first_name?: string | null;
  /** Last name. Required of a person. */
  readonly last_name?: string | null;
  /** Date of birth. Some countries require it. */
  readonly date_of_birth?: string | null;
  /** Registered name. Required of a business. */
  readonly business_name?: string | null;
  /** Number in the business register. */
  readonly business_registration_number?: string | null;
  /** VAT number. */
  readonly vat_number?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** Contact phone number. */
  readonly phone_e164?: string | null;
  /** Second line of the address. */
  readonly address_line2?: string | null;
  /** State or province. */
  readonly state?: string | null;
  /** Postal code. Required, except in countries that have none. */
  readonly postal_code?: string | null;
  /** Kind of the identity document. */
  readonly id_doc_type?: IdDocType | null;
  /** Number of the identity document. */
  readonly id_doc_number?: string | null;
  /** Country that issued the identity document. */
  readonly id_doc_country?: string | null;
  /** Free text. */
  readonly notes?: string | null;
  /** First line of the address. */
  readonly address_line1: string;
  /** City. */
  readonly city: string;
  /** Country of the address. */
  readonly country: string;
  /** Kind of the end user. It cannot be changed. */
  readonly kind: EndUserKind;
}

export interface ComplianceEndUserUpdateRequest {
  /** First name. Required of a person. */
  readonly first_name?: string | null;
  /** Last name. Required of a person. */
  readonly last_name?: string | null;
  /** Date of birth. Some countries require it. */
  readonly date_of_birth?: string | null;
  /** Registered name. Required of a business. */
  readonly business_name?: string | null;
  /** Number in the business register. */
  readonly business_registration_number?: string | null;
  /** VAT number. */
  readonly vat_number?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** Contact phone number. */
  readonly phone_e164?: string | null;
  /** Second line of the address. */
  readonly address_line2?: string | null;
  /** State or province. */
  readonly state?: string | null;
  /** Postal code. Required, except in countries that have none. */
  readonly postal_code?: string | null;
  /** Kind of the identity document. */
  readonly id_doc_type?: IdDocType | null;
  /** Number of the identity document. */
  readonly id_doc_number?: string | null;
  /** Country that issued the identity document. */
  readonly id_doc_country?: string | null;
  /** Free text. */
  readonly notes?: string | null;
  /** First line of the address. */
  readonly address_line1?: string;
  /** City. */
  readonly city?: string;
  /** Country of the address. */
  readonly country?: string;
}

export interface Conditions {
  /** IANA time zone. Required with `time_windows`, `dates` and `except_dates`. */
  readonly timezone?: string;
  /** Weekly time windows. */
  readonly time_windows?: readonly TimeWindow[];
  /** Ranges of local dates on which the windows start; without windows, of the call. */
  readonly dates?: readonly DateRange[];
  /** Local dates that do not match, as in `dates`. A window that continues past midnight counts as its first day. */
  readonly except_dates?: readonly string[];
  /** Countries of the caller. */
  readonly caller_countries?: readonly string[];
  /** Excluded countries of the caller. */
  readonly not_caller_countries?: readonly string[];
  /** Prefixes of the caller's number. */
  readonly caller_prefixes?: readonly string[];
  /** Excluded prefixes of the caller's number. */
  readonly not_caller_prefixes?: readonly string[];
  /** Called numbers. */
  readonly called_numbers?: readonly string[];
  /** Whether the caller withholds its number. */
  readonly anonymous_caller?: boolean;
}

export interface ConnectedApp {
  /** Client ID of the application. */
  readonly client_id: string;
  /** Name of the application. */
  readonly name: string;
  /** Address of the logo, as its developer states it. */
  readonly logo_url: string | null;
}

export interface Consent {
  /** The application that requests access. */
  readonly app: ConsentApp;
  /** Requested scopes. */
  readonly requested_scopes: readonly OAuthScope[];
  /** Where the browser returns to. */
  readonly redirect_uri: string;
  /** Your active accounts. */
  readonly accounts: readonly ConsentAccount[];
  /** When the request expires. */
  readonly expires_at: number;
}

export interface ConsentAccount {
  /** Account ID. */
  readonly account_id: string;
  /** Name of the account. */
  readonly name: string;
  /** Your role in the account. */
  readonly role: Role;
  /** The requested scopes that your role covers. Where it covers only the `:read` scope that a requested `:write` includes, that one. */
  readonly grantable_scopes: readonly OAuthScope[];
}

export interface ConsentApp {
  /** Client ID of the application. */
  readonly client_id: string;
  /** Name of the application. */
  readonly name: string;
  /** Description by its developer. */
  readonly description: string | null;
  /** Home page. */
  readonly homepage_url: string | null;
  /** Address of the logo, as its developer states it. */
  readonly logo_url: string | null;
}

export interface Countries {
  /** Countries by name. */
  readonly items: readonly CountryCoverage[];
}

export interface CountryCalls {
  /** ISO 3166-1 alpha-2 country code. */
  readonly country: string;
  /** Count of calls. */
  readonly count: number;
}

export interface CountryCoverage {
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** English name. */
  readonly name: string;
  /** Calling code without `+`. */
  readonly calling_code: string;
  /** Number types on sale. */
  readonly number_types: readonly TypeCoverage[];
}

export interface CreatedApiKey {
  /** API key ID. */
  readonly id: string;
  /** Name of the key. */
  readonly name: string;
  /** First twelve characters of the key and an ellipsis. */
  readonly prefix_display: string;
  /** Scopes; always `["*"]`. */
  readonly scopes: readonly string[];
  /** IP addresses or CIDR networks that can use the key. Empty allows all. */
  readonly allowed_cidrs: readonly string[];
  /** Expiry; null if the key does not expire. */
  readonly expires_at: number | null;
  /** Creation time. */
  readonly created_at: number;
  /** Secret key. Shown only once. */
  readonly key: string;
}

export interface CreatedExport {
  /** ID of the export. */
  readonly id: string;
  /** What is exported. Each kind needs the permission that reads it: `cdrs:read`; `numbers:read` for numbers and messages; `billing:read` for transactions, usage and invoice lines; `webhooks:read` for events. */
  readonly kind: ExportKind;
  /** `completed`: the file can be downloaded. `failed`: see `error_code`. `expired`: the file was deleted, seven days after its completion. */
  readonly status: ExportStatus;
  /** `csv`: RFC 4180 with a header. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or apostrophes before one, is preceded by an apostrophe against formulas; numbers in E.164 are not. `ndjson`: one JSON object per line. */
  readonly format: ExportFormat;
  /** Fields in the order of the columns. */
  readonly fields: readonly string[];
  /** Time zone in which times are written. */
  readonly timezone: string;
  /** The filters as they were sent. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Number of records in the file; null until it is completed. */
  readonly row_count: number | null;
  /** Size of the compressed file in bytes. */
  readonly size_bytes: number | null;
  /** SHA-256 of the compressed file, in hex. */
  readonly sha256: string | null;
  /** Where the file is downloaded, with the same credentials; null without a file. */
  readonly download_url: string | null;
  /** When the file is deleted; null without a file. */
  readonly expires_at: number | null;
  /** Why the export failed; null otherwise. `filters_refused`: The filters match digits that the account has hidden since the export was requested, or the usage report has more than 10,000 rows. `account_closed`: The account was closed. `interrupted`: Ten attempts to write the file failed. Create a new export. */
  readonly error_code: ExportErrorCode | null;
  /** When the export was requested. It contains no record that was created later. */
  readonly created_at: number;
  /** When the export ended; null before. */
  readonly completed_at: number | null;
  /** Signs the callback. Only this response contains it; null without `callback_url`. */
  readonly callback_secret: string | null;
}

export interface CreatedTrunk {
  /** ID of the SIP trunk. */
  readonly id: string;
  /** Unique among the trunks that are not archived. */
  readonly name: string;
  /** Default transport of the gateways. */
  readonly transport: SipTransport;
  /** Codecs in order of preference. */
  readonly codec_preference: readonly Codec[];
  /** How DTMF digits are sent. */
  readonly dtmf_mode: DtmfMode;
  /** How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk (`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and gateways come after them. */
  readonly registration_mode: RegistrationMode;
  /** Caller ID of outbound calls. */
  readonly caller_id_strategy: CallerIdStrategy;
  /** Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected. */
  readonly caller_id_override: string | null;
  /** Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user name of a registered system. Without one, such calls need an override, or are rejected with 403. Removed when the number is released. */
  readonly default_caller_id: string | null;
  /** Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4. */
  readonly inbound_cidrs: readonly string[];
  /** Limit of concurrent calls; null: no limit. */
  readonly max_concurrent_calls: number | null;
  /** Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls are rejected with 503. */
  readonly max_calls_per_second: number | null;
  /** Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or `national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164. */
  readonly number_format: NumberFormat;
  /** Digits, * or # before the called number in the request URI of calls to gateways. */
  readonly number_prefix: string | null;
  /** Media of calls to gateways. SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`. */
  readonly media_encryption: MediaEncryption;
  /** Whether the request URI of calls to gateways has the parameter `user=phone`. */
  readonly user_phone: boolean;
  /** Status of the trunk. */
  readonly status: RouteStatus;
  /** When the trunk was created. */
  readonly created_at: number;
  /** When the trunk was last updated. */
  readonly updated_at: number;
  /** When the trunk was archived. */
  readonly archived_at: number | null;
  /** The created gateways, if any. */
  readonly gateways?: readonly SipGateway[];
  /** Returned only once, for `registration_mode` `register`. */
  readonly credentials?: TrunkCredentials;
}

export interface CreatedWebhook {
  /** ID of the endpoint. */
  readonly id: string;
  /** Receives the events by POST. A public https URL without credentials and fragment. */
  readonly url: string;
  /** The event types to send. `*` stands for all types, also future ones. */
  readonly event_types: readonly SubscribedEventType[];
  /** For your own use. */
  readonly description: string | null;
  /** The number whose `sms_webhook_url` this is; null for an endpoint of the account. */
  readonly number_id: string | null;
  /** `failing`: enabled, and the last five attempts or more have failed. */
  readonly status: WebhookEndpointStatus;
  /** Why the endpoint is disabled. `requested`: by you. `gone`: it answered 410. `failures`: every attempt of five days failed. */
  readonly disabled_reason: WebhookDisabledReason | null;
  /** The first characters of the signing secret. */
  readonly secret_prefix: string;
  /** The last successful attempt. */
  readonly last_success_at: number | null;
  /** The last failed attempt. */
  readonly last_failure_at: number | null;
  /** Failed attempts since the last successful one. */
  readonly consecutive_failures: number;
  /** When the endpoint was created. */
  readonly created_at: number;
  /** When the endpoint was last changed. */
  readonly updated_at: number;
  /** The secret that signs deliveries. Returned only once: store it. */
  readonly signing_secret: string;
}

export interface DailyCalls {
  /** Start of the day, UTC. */
  readonly day_start: number;
  /** Date, YYYY-MM-DD. */
  readonly date: string;
  /** Count of calls. */
  readonly count: number;
}

export interface DashboardSummary {
  /** Count of numbers with status `active`. */
  readonly active_numbers: number;
  /** Count of numbers assigned this month. */
  readonly numbers_added_this_month: number;
  /** Count of calls that started today, UTC. */
  readonly calls_today: number;
  /** Count of calls that started yesterday, UTC. */
  readonly calls_yesterday: number;
  /** Change from yesterday to today in percent; null if there were no calls yesterday. */
  readonly calls_change_pct: number | null;
  /** Billable minutes of the last 30 days, rounded. */
  readonly minutes_30d: number;
  /** Billable seconds of the last 30 days. */
  readonly seconds_30d: number;
  /** Average billable seconds per call of the last 30 days, including unanswered calls. */
  readonly avg_call_seconds: number;
  /** Percentage of calls with `normal_clearing`. */
  readonly completion_pct: number;
  /** Charges of this month, including numbers. */
  readonly spend_this_month_cents: number;
  /** Charges so far × days of the month / day of the month. */
  readonly projected_monthly_cents: number;
  /** Forecast of the month: usage at its pace, other charges once. Null on the first day. */
  readonly forecast_monthly_cents: number | null;
  /** Calls per UTC day for the last 30 days, oldest first. */
  readonly call_volume_daily: readonly DailyCalls[];
  /** Up to five countries with the most calls in the last 30 days. */
  readonly top_countries: readonly CountryCalls[];
  /** The last ten calls, newest first. */
  readonly recent_cdrs: readonly RecentCall[];
  /** Balance of the wallet. */
  readonly balance_cents: number;
  /** Status of the account. */
  readonly account_status: AccountStatus;
  /** When the summary was computed. */
  readonly cached_at: number;
}

export interface DateRange {
  /** First local day. */
  readonly from: string;
  /** Last local day, inclusive. */
  readonly to: string;
}

export interface DecidedConsent {
  /** Where to navigate the browser. */
  readonly redirect_to: string;
}

export interface DeletedResource {
  /** ID of the deleted resource. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

export interface DisabledMfa {
  /** Always null: sign-in no longer requires a second factor. */
  readonly mfa_method: MfaMethod | null;
}

export type DisconnectingParty = (typeof lists.DISCONNECTING_PARTIES)[number];

export type DocType = (typeof lists.DOC_TYPES)[number];

export type DocumentContentType = (typeof lists.DOCUMENT_CONTENT_TYPES)[number];

export type DocumentPurpose = (typeof lists.DOCUMENT_PURPOSES)[number];

export type DtmfMode = (typeof lists.DTMF_MODES)[number];

export interface EchoNumber {
  /** The number; null if there is none. */
  readonly e164: string | null;
}

export interface EmailVerification {
  /** Always true. */
  readonly verified: boolean;
  /** User whose address was verified. */
  readonly user_id: string;
  /** `mfa`: the session is partial until POST /v1/auth/mfa/challenge. */
  readonly next_step: VerifyEmailNextStep;
}

export interface EnabledMfa {
  /** Second factor that sign-in requires. */
  readonly mfa_method: MfaMethod;
  /** Ten single-use codes, shown only once. */
  readonly recovery_codes: readonly string[];
}

export interface EndUser {
  /** ID of the end user. */
  readonly id: string;
  /** First name. Required of a person. */
  readonly first_name: string | null;
  /** Last name. Required of a person. */
  readonly last_name: string | null;
  /** Date of birth. Some countries require it. */
  readonly date_of_birth: string | null;
  /** Registered name. Required of a business. */
  readonly business_name: string | null;
  /** Number in the business register. */
  readonly business_registration_number: string | null;
  /** VAT number. */
  readonly vat_number: string | null;
  /** Email address. */
  readonly email: string | null;
  /** Contact phone number. */
  readonly phone_e164: string | null;
  /** Second line of the address. */
  readonly address_line2: string | null;
  /** State or province. */
  readonly state: string | null;
  /** Postal code; empty in countries that have none. */
  readonly postal_code: string;
  /** Kind of the identity document. */
  readonly id_doc_type: IdDocType | null;
  /** Number of the identity document. */
  readonly id_doc_number: string | null;
  /** Country that issued the identity document. */
  readonly id_doc_country: string | null;
  /** Free text. */
  readonly notes: string | null;
  /** First line of the address. */
  readonly address_line1: string;
  /** City. */
  readonly city: string;
  /** Country of the address. */
  readonly country: string;
  /** Kind of the end user. */
  readonly kind: EndUserKind;
  /** The business name, or first and last name. */
  readonly display_name: string;
  /** Count of documents of the end user. */
  readonly document_count: number;
  /** When the end user was created. */
  readonly created_at: number;
  /** When the end user was last updated. */
  readonly updated_at: number;
}

export type EndUserKind = (typeof lists.END_USER_KINDS)[number];

export interface EndUserPage {
  /** The items of this page. */
  readonly items: readonly EndUser[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type ErrorCode = (typeof lists.ERROR_CODES)[number];

export type EventType = (typeof lists.EVENT_TYPES)[number];

export interface EventTypeDetail {
  /** Name of the type. */
  readonly type: EventType;
  /** When the event is sent. */
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the payload: the body of a delivery, and an item of `GET /v1/events`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** An example of the payload. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface EventTypeDetailPage {
  /** The items of this page. */
  readonly items: readonly EventTypeDetail[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface Export {
  /** ID of the export. */
  readonly id: string;
  /** What is exported. Each kind needs the permission that reads it: `cdrs:read`; `numbers:read` for numbers and messages; `billing:read` for transactions, usage and invoice lines; `webhooks:read` for events. */
  readonly kind: ExportKind;
  /** `completed`: the file can be downloaded. `failed`: see `error_code`. `expired`: the file was deleted, seven days after its completion. */
  readonly status: ExportStatus;
  /** `csv`: RFC 4180 with a header. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or apostrophes before one, is preceded by an apostrophe against formulas; numbers in E.164 are not. `ndjson`: one JSON object per line. */
  readonly format: ExportFormat;
  /** Fields in the order of the columns. */
  readonly fields: readonly string[];
  /** Time zone in which times are written. */
  readonly timezone: string;
  /** The filters as they were sent. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Number of records in the file; null until it is completed. */
  readonly row_count: number | null;
  /** Size of the compressed file in bytes. */
  readonly size_bytes: number | null;
  /** SHA-256 of the compressed file, in hex. */
  readonly sha256: string | null;
  /** Where the file is downloaded, with the same credentials; null without a file. */
  readonly download_url: string | null;
  /** When the file is deleted; null without a file. */
  readonly expires_at: number | null;
  /** Why the export failed; null otherwise. `filters_refused`: The filters match digits that the account has hidden since the export was requested, or the usage report has more than 10,000 rows. `account_closed`: The account was closed. `interrupted`: Ten attempts to write the file failed. Create a new export. */
  readonly error_code: ExportErrorCode | null;
  /** When the export was requested. It contains no record that was created later. */
  readonly created_at: number;
  /** When the export ended; null before. */
  readonly completed_at: number | null;
}

export interface ExportCompletedData {
  /** ID of the export. */
  readonly export_id: string;
  /** What was exported. */
  readonly kind: string;
  /** Format of the file. */
  readonly format: string;
  /** Number of records in the file. */
  readonly row_count: number;
  /** Size of the compressed file. */
  readonly size_bytes: number;
  /** SHA-256 of the compressed file, in hex. */
  readonly sha256: string;
  /** When the file is deleted. */
  readonly expires_at: number;
}

export interface ExportCompletedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'export.completed';
  /** What the event is about. */
  readonly data: ExportCompletedData;
}

export interface ExportCreateRequest {
  /** `csv`: RFC 4180 with a header. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or apostrophes before one, is preceded by an apostrophe against formulas; numbers in E.164 are not. `ndjson`: one JSON object per line. */
  readonly format: ExportFormat;
  /** Query parameters of the list of the kind: `GET /v1/cdrs`, `/v1/numbers`, `/v1/sms`, `/v1/billing/transactions`, `/v1/billing/usage`, `/v1/invoices`, `/v1/events`. Pass several values as an array or separated by commas. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** Names of members of the list, in the order of the columns. By default, the file has all of them. */
  readonly fields?: readonly string[];
  /** IANA time zone in which times are written, in ISO 8601 with its offset. */
  readonly timezone?: string;
  /** https URL that receives `export.completed` or `export.failed`, signed with `callback_secret` as webhooks are, and retried as they are. */
  readonly callback_url?: string;
  /** What is exported. Each kind needs the permission that reads it: `cdrs:read`; `numbers:read` for numbers and messages; `billing:read` for transactions, usage and invoice lines; `webhooks:read` for events. */
  readonly kind: ExportKind;
}

export type ExportErrorCode = (typeof lists.EXPORT_ERROR_CODES)[number];

export interface ExportFailedData {
  /** ID of the export. */
  readonly export_id: string;
  /** What was exported. */
  readonly kind: string;
  /** Format of the file. */
  readonly format: string;
  /** Why the export failed, as `error_code` of the export explains. */
  readonly error_code: string;
}

export interface ExportFailedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'export.failed';
  /** What the event is about. */
  readonly data: ExportFailedData;
}

export type ExportFormat = (typeof lists.EXPORT_FORMATS)[number];

export type ExportKind = (typeof lists.EXPORT_KINDS)[number];

export interface ExportPage {
  /** The items of this page. */
  readonly items: readonly Export[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type ExportStatus = (typeof lists.EXPORT_STATUSES)[number];

export interface FraudAlert {
  /** ID of the alert. */
  readonly id: string;
  /** `open` until the operator has acknowledged the alert. */
  readonly status: FraudAlertStatus;
  /** The rule that raised it. */
  readonly rule: FraudRule;
  /** Whether outbound calls and messages of the account are rejected while the alert is open. */
  readonly blocks_outbound: boolean;
  /** Start of the hour, or time of the first of the calls or messages. */
  readonly started_at: number;
  /** ISO 3166-1 alpha-2 code of the country, for `new_country_at_night`. */
  readonly country: string | null;
  /** What the numbers begin with, for `short_calls` and `repeated_messages`. */
  readonly prefix: string | null;
  /** Number of calls when the alert was raised, for `short_calls`. */
  readonly calls: number | null;
  /** Number of messages when the alert was raised, for `repeated_messages`. */
  readonly messages: number | null;
  /** What the hour, the calls or the messages had cost when the alert was raised, in cents; null for a new country. */
  readonly cost_cents: number | null;
  /** What this hour of the day cost on average on the 30 days before, in cents, for `expensive_hour`. */
  readonly usual_cost_cents: number | null;
  /** When the alert was raised. */
  readonly created_at: number;
  /** When the operator acknowledged it; null while it is open. */
  readonly acknowledged_at: number | null;
}

export interface FraudAlertData {
  /** ID of the alert. */
  readonly alert_id: string;
  /** The rule that raised it. */
  readonly rule: FraudRule;
  /** Whether outbound calls and messages are rejected until the operator has acknowledged the alert. */
  readonly blocks_outbound: boolean;
  /** Start of the hour, or time of the first of the calls or messages. */
  readonly started_at: number;
  /** ISO 3166-1 alpha-2 code of the country, for `new_country_at_night`. */
  readonly country: string | null;
  /** What the numbers begin with, for `short_calls` and `repeated_messages`. */
  readonly prefix: string | null;
  /** Number of calls, for `short_calls`. */
  readonly calls: number | null;
  /** Number of messages, for `repeated_messages`. */
  readonly messages: number | null;
  /** What the hour, the calls or the messages have cost so far; null for a new country. */
  readonly cost_cents: number | null;
  /** What this hour of the day cost on average on the 30 days before, for `expensive_hour`. */
  readonly usual_cost_cents: number | null;
}

export interface FraudAlertEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'fraud.alert';
  /** What the event is about. */
  readonly data: FraudAlertData;
}

export interface FraudAlertPage {
  /** The items of this page. */
  readonly items: readonly FraudAlert[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type FraudAlertStatus = (typeof lists.FRAUD_ALERT_STATUSES)[number];

export type FraudDecision = (typeof lists.FRAUD_DECISIONS)[number];

export type FraudRule = (typeof lists.FRAUD_RULES)[number];

export interface GatewayState {
  /** ID of the gateway. */
  readonly gateway_id: string;
  /** State by its newest measurement. */
  readonly state: PeerState;
  /** What measured it last: a probe or a call. */
  readonly evidence: HealthEvidence | null;
  /** When it was measured last. */
  readonly measured_at: number | null;
  /** When a switch last probed it. */
  readonly last_probe_at: number | null;
  /** SIP status code of the newest measurement; null without one. */
  readonly last_sip_code: number | null;
  /** Time to the response, in milliseconds; null beside `evidence: call`. */
  readonly rtt_ms: number | null;
  /** Until when calls try it last. */
  readonly down_until: number | null;
  /** Since when it has its state; null if that is not known. */
  readonly since: number | null;
}

export interface GatewayTest {
  /** ID of the gateway. */
  readonly gateway_id: string;
  /** Whether the gateway responded, with any status below 500. */
  readonly ok: boolean;
  /** SIP status code of the response; null without one. */
  readonly sip_code: number | null;
  /** Time to the response, in milliseconds. */
  readonly rtt_ms: number | null;
  /** What failed; null for a success. */
  readonly error: string | null;
}

export type HangupCause = (typeof lists.HANGUP_CAUSES)[number];

export type HealthEvidence = (typeof lists.HEALTH_EVIDENCES)[number];

export interface Hold {
  /** ID of the hold. */
  readonly id: string;
  /** What holds the money. */
  readonly kind: HoldKind;
  /** ID of the call, checkout, order, message or port. */
  readonly related_id: string | null;
  /** What is held at present. */
  readonly amount_cents: number;
  /** When the hold began. */
  readonly since: number;
  /** When the money of a call is released at the latest, if its record does not arrive before; else null. */
  readonly until: number | null;
}

export type HoldKind = (typeof lists.HOLD_KINDS)[number];

export interface HoldPage {
  /** The items of this page. */
  readonly items: readonly Hold[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface IceServer {
  /** URLs of the server. */
  readonly urls: readonly string[];
  /** Username of a TURN server. */
  readonly username?: string;
  /** Password of a TURN server. */
  readonly credential?: string;
}

export type IdDocType = (typeof lists.ID_DOC_TYPES)[number];

export interface IdentityProvider {
  /** Provider name in URLs and login events. */
  readonly provider: IdentityProviderName;
  /** Label of the sign-in button. */
  readonly display_name: string;
}

export type IdentityProviderName = (typeof lists.IDENTITY_PROVIDER_NAMES)[number];

export interface IdentityProviders {
  /** Configured providers. */
  readonly items: readonly IdentityProvider[];
}

export type ImportSource = (typeof lists.IMPORT_SOURCES)[number];

export type IntendedUse = (typeof lists.INTENDED_USES)[number];

export interface Invitation {
  /** Invitation ID. */
  readonly id: string;
  /** Invited email address. */
  readonly email: string;
  /** Offered role. */
  readonly role: InvitedRole;
  /** Status. Only `pending` invitations can be accepted. */
  readonly status: InvitationStatus;
  /** Expiry of the link: 7 days after it was sent. */
  readonly expires_at: number;
  /** Time when it was sent. */
  readonly created_at: number;
}

export interface InvitationPage {
  /** The items of this page. */
  readonly items: readonly Invitation[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface InvitationPreview {
  /** Name of the inviting account. */
  readonly account_name: string;
  /** Name of the inviting member. */
  readonly inviter_name: string;
  /** Invited email address. */
  readonly email: string;
  /** Offered role. */
  readonly role: InvitedRole;
  /** Expiry of the link. */
  readonly expires_at: number;
  /** Whether `name` and `password` are required: no user has verified this email address. */
  readonly is_new_user: boolean;
}

export type InvitationStatus = (typeof lists.INVITATION_STATUSES)[number];

export type InvitedRole = (typeof lists.INVITED_ROLES)[number];

export interface Invoice {
  /** Invoice ID; `inv_draft` for the draft. */
  readonly id: string;
  /** Invoice number, without gaps within the account; null for a draft. */
  readonly number: string | null;
  /** `draft`: not issued yet, still changing. `open`: payment is due. `paid`: prepaid, or covered by payments. `void`: corrected by another invoice; no payment is due. */
  readonly status: InvoiceStatus;
  /** Start of the month, in UTC. */
  readonly period_start: number;
  /** Start of the next month. */
  readonly period_end: number;
  /** Sum of the lines, in cents. */
  readonly subtotal_cents: number;
  /** Tax in cents. Always 0: prices are final. */
  readonly tax_cents: number;
  /** Subtotal plus tax, in cents. Negative if refunds exceed charges. */
  readonly total_cents: number;
  /** Amount paid, in cents. */
  readonly amount_paid_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Issue time; null for a draft. */
  readonly issued_at: number | null;
  /** Due time; null if nothing is due. */
  readonly due_at: number | null;
  /** Payment time; null if not paid. */
  readonly paid_at: number | null;
  /** Seller at the time of issue; null for invoices that were issued before it was kept. */
  readonly seller: InvoiceSeller | null;
  /** Buyer at the time of issue; null for invoices that were issued before it was kept. */
  readonly buyer: InvoiceBuyer | null;
  /** Invoice that this one voids. */
  readonly corrects_id: string | null;
  /** Why that invoice was voided. */
  readonly correction_reason: string | null;
  /** Invoice that voids this one. */
  readonly corrected_by_id: string | null;
  /** Void invoice that this one replaces. */
  readonly replaces_id: string | null;
  /** Invoice that replaces this void one. */
  readonly replaced_by_id: string | null;
  /** Lines. Above 1,000 individual lines, those of one kind and price are merged. */
  readonly lines: readonly InvoiceLine[];
}

export interface InvoiceBuyer {
  /** Legal name. */
  readonly legal_name: string;
  /** Street and number. */
  readonly address_line1: string | null;
  /** Second line of the address. */
  readonly address_line2: string | null;
  /** City. */
  readonly city: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** State, province or region. */
  readonly region: string | null;
  /** Country. */
  readonly country: string | null;
  /** VAT number or other tax ID. */
  readonly tax_id: string | null;
  /** The buyer's reference. */
  readonly purchase_order: string | null;
}

export interface InvoiceLine {
  /** Kind of line. `adjustment` covers everything else, including unrelated refunds. */
  readonly kind: InvoiceLineKind;
  /** Human-readable description. */
  readonly description: string;
  /** Quantity. Outbound calls have one line per destination class (country and kind of number), inbound calls one per number of yours: their minutes, where a begun one counts; the description states how many calls they were. */
  readonly quantity: number;
  /** What `quantity` counts. */
  readonly unit: InvoiceUnit;
  /** Unit price in whole cents. `unit_price_display` is exact. */
  readonly unit_price_cents: number;
  /** Whether the unit price is an average: that of minutes and of several calls, because each call is rounded up to a cent. */
  readonly is_average: boolean;
  /** Unit price in dollars. Quantity × this price, rounded to cents, is the amount. */
  readonly unit_price_display: string;
  /** Amount in cents. Negative for refunds and credits. */
  readonly amount_cents: number;
  /** Type of the related resource. */
  readonly related_kind: string | null;
  /** ID of the related resource; null for several. */
  readonly related_id: string | null;
}

export type InvoiceLineKind = (typeof lists.INVOICE_LINE_KINDS)[number];

export interface InvoicePage {
  /** The items of this page. */
  readonly items: readonly Invoice[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface InvoiceSeller {
  /** Legal name. */
  readonly legal_name: string;
  /** Street and number. */
  readonly address_line1: string | null;
  /** Second line of the address. */
  readonly address_line2: string | null;
  /** City. */
  readonly city: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** State, province or region. */
  readonly region: string | null;
  /** Country. */
  readonly country: string | null;
  /** VAT number or other tax ID. */
  readonly tax_id: string | null;
  /** Email address for questions. */
  readonly email: string | null;
}

export type InvoiceStatus = (typeof lists.INVOICE_STATUSES)[number];

export type InvoiceUnit = (typeof lists.INVOICE_UNITS)[number];

export interface JobCreator {
  /** ID of the user, API key or application. */
  readonly id: string | null;
  /** Who created the job. */
  readonly kind: ActorKind;
}

export interface JobRelease {
  /** `end_of_cycle`: at the end of the paid month. */
  readonly when: ReleaseTime;
}

export type LetterLanguage = (typeof lists.LETTER_LANGUAGES)[number];

export interface LinkedIdentity {
  /** Linked identity ID. */
  readonly id: string;
  /** Identity provider. */
  readonly provider: IdentityProviderName;
  /** Email address at the provider when the identity was linked. */
  readonly email: string | null;
  /** Time of the last sign-in with this identity. */
  readonly last_used_at: number | null;
  /** Time when the identity was linked. */
  readonly created_at: number;
}

export interface LinkedIdentityPage {
  /** The items of this page. */
  readonly items: readonly LinkedIdentity[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface LoginEvent {
  /** Login event ID. */
  readonly id: string;
  /** Result of the attempt. `suspicious` is also a success: from a new device and a new country, within 24 hours of a success from another country. */
  readonly outcome: LoginOutcome;
  /** Sign-in method. An email verification link counts as `magic_link`. */
  readonly method: LoginMethod;
  /** IP address of the client. */
  readonly ip: string | null;
  /** Country of the IP address, if known. */
  readonly ip_country: string | null;
  /** User agent of the client. */
  readonly user_agent: string | null;
  /** Whether the device was new, except on the first sign-in. A new browser version is not a new device. */
  readonly is_new_device: boolean;
  /** Whether the country was new, if earlier countries are known. */
  readonly is_new_location: boolean;
  /** Result of fraud screening; null if there was none, as for a password or code within a session. */
  readonly fraud_decision: FraudDecision | null;
  /** Time of the attempt. */
  readonly ts: number;
}

export interface LoginEventPage {
  /** The items of this page. */
  readonly items: readonly LoginEvent[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type LoginMethod = (typeof lists.LOGIN_METHODS)[number];

export type LoginOutcome = (typeof lists.LOGIN_OUTCOMES)[number];

export interface MailedCode {
  /** Masked email address of the recipient. */
  readonly sent_to_masked: string;
  /** Expiry of the code. A newer code voids it. */
  readonly expires_at: number;
}

export type MediaEncryption = (typeof lists.MEDIA_ENCRYPTIONS)[number];

export interface Member {
  /** The user. */
  readonly user: User;
  /** Role in this account. */
  readonly role: Role;
  /** Time when the user joined. */
  readonly joined_at: number;
}

export interface MemberPage {
  /** The items of this page. */
  readonly items: readonly Member[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface Membership {
  /** Account ID. Send it as `X-Account-Id` to select the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly name: string;
  /** Role of the user in the account. */
  readonly role: Role;
}

export type MfaCodeMethod = (typeof lists.MFA_CODE_METHODS)[number];

export type MfaMethod = (typeof lists.MFA_METHODS)[number];

export type MfaSetupMethod = (typeof lists.MFA_SETUP_METHODS)[number];

export interface MyAccount {
  /** Account ID. */
  readonly id: string;
  /** Name of the company or person. */
  readonly name: string;
  /** Tier of the account, which sets its limits. */
  readonly tier: Tier;
  /** Country of the customer. */
  readonly country: string;
  /** Whether usage is paid in advance or in arrears. */
  readonly billing_mode: BillingMode;
  /** Status of the account. */
  readonly status: AccountStatus;
  /** Time when an account in `pending_closure` closes. */
  readonly closure_grace_ends_at: number | null;
  /** Creation time. */
  readonly created_at: number;
  /** Balance of the wallet, including held funds. */
  readonly balance: AccountBalance;
  /** The signed-in user, or the user that the API key or access token acts for. */
  readonly user: User | null;
  /** Accounts of the user. API keys and access tokens see only their own account. */
  readonly memberships: readonly Membership[];
  /** What this credential may do in the selected account: the permissions of the role that the scopes of the credential include. The state of the account is not considered. */
  readonly permissions: readonly Permission[];
  /** Limits of the account. */
  readonly limits: AccountLimits;
  /** Settings of the account. */
  readonly settings: AccountSettings;
  /** The buyer on invoices and receipts. Members are null if not given. */
  readonly billing_details: BillingDetails;
}

export interface MyUser {
  /** User ID. */
  readonly id: string;
  /** Email address in lower case. */
  readonly email: string;
  /** Full name of the user. */
  readonly name: string;
  /** Role in the selected account. */
  readonly role: Role;
  /** Whether the email address is verified. */
  readonly email_verified: boolean;
  /** Whether the phone number is verified. */
  readonly phone_verified: boolean;
  /** Second factor; null if none is enabled. */
  readonly mfa_method: MfaMethod | null;
  /** Phone number in E.164 format. Visible only to the user. */
  readonly phone_e164: string | null;
}

export type NumberAction = (typeof lists.NUMBER_ACTIONS)[number];

export type NumberCapability = (typeof lists.NUMBER_CAPABILITIES)[number];

export interface NumberChange {
  /** Where calls go. See `PATCH /v1/numbers/{e164}/routing`. */
  readonly routing?: NumberRouteRequest;
  /** Submitted or approved bundle of the account; null detaches it. Requires `compliance:read`. */
  readonly compliance_bundle_id?: string | null;
  /** Your own name for the numbers; null clears it. */
  readonly label?: string | null;
  /** Tags to add. A number has at most 20. */
  readonly add_tags?: readonly string[];
  /** Tags to remove. */
  readonly remove_tags?: readonly string[];
  /** Prevents the release of the numbers. */
  readonly deletion_lock?: boolean;
  /** Releases the numbers, as `POST /v1/numbers/{e164}/release` without `force`. Stands alone. */
  readonly release?: JobRelease;
}

export interface NumberCount {
  /** Numbers that match. */
  readonly count: number;
  /** With `states=true`: all numbers of the account by state, regardless of the filters. `unrouted`, `past_due`, `release_scheduled` and `price_changing` count up to 10,000. */
  readonly states?: NumberStates;
}

export interface NumberFileFault {
  /** Line of the file, whose first names the columns. */
  readonly line: number;
  /** Column of the file; empty for the whole line. */
  readonly column: string;
  /** What is wrong. */
  readonly message: string;
}

export type NumberFormat = (typeof lists.NUMBER_FORMATS)[number];

export interface NumberHistory {
  /** ID of the change. */
  readonly id: string;
  /** When the change was made. */
  readonly at: number;
  /** Who made the change. */
  readonly actor_kind: ActorKind;
  /** ID of the user, API key or application. */
  readonly actor_id: string | null;
  /** Who made the change, by the current name. */
  readonly actor: Actor;
  /** The change. */
  readonly action: NumberAction;
  /** Previous values. */
  readonly from: Readonly<Record<string, unknown>>;
  /** New values. */
  readonly to: Readonly<Record<string, unknown>>;
}

export interface NumberHistoryPage {
  /** The items of this page. */
  readonly items: readonly NumberHistory[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface NumberImportCheck {
  /** Lines of the file after the first. */
  readonly rows: number;
  /** Numbers that differ from the file. */
  readonly changes: number;
  /** Columns of the file that an import does not change. */
  readonly ignored_columns: readonly string[];
  /** Number of all faults. A file with faults is not imported. */
  readonly fault_count: number;
  /** The first 1,000 faults, by line. */
  readonly faults: readonly NumberFileFault[];
}

export interface NumberJob {
  /** ID of the job. */
  readonly id: string;
  /** `cancelled`: ended before all numbers were processed, by the account or because it was suspended. */
  readonly status: NumberJobStatus;
  /** Selected numbers. */
  readonly total: number;
  /** Numbers that were changed, or needed no change. */
  readonly done: number;
  /** Numbers that could not be changed; `items` says why. */
  readonly failed: number;
  /** What the job changes of each number; null for an import, which has values per number. */
  readonly change: NumberChange | null;
  /** Who created the job. */
  readonly created_by: JobCreator;
  /** Creation time. */
  readonly created_at: number;
  /** When the job was completed or cancelled. */
  readonly completed_at: number | null;
}

export interface NumberJobCreateRequest {
  /** Either `e164s`, or `filter` with `expected_count`. */
  readonly select: SelectNumbers;
  /** What to change of each number: one or more members. */
  readonly change: NumberChange;
}

export interface NumberJobItem {
  /** The number. */
  readonly e164: string;
  /** Whether the number was changed; null until it was processed. */
  readonly ok: boolean | null;
  /** Machine-readable reason for the failure. */
  readonly error_code: string | null;
  /** What is wrong, and how to correct it. */
  readonly error_message: string | null;
}

export interface NumberJobItemPage {
  /** The items of this page. */
  readonly items: readonly NumberJobItem[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface NumberJobPage {
  /** The items of this page. */
  readonly items: readonly NumberJob[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type NumberJobStatus = (typeof lists.NUMBER_JOB_STATUSES)[number];

export interface NumberOrder {
  /** ID of the order. */
  readonly id: string;
  /** `pending`: the outcome is not known yet. `provisioned`: the number is active. `pending_documents`: the number was bought and needs a compliance bundle. `failed`: nothing was bought or charged. `cancelled`: charges were refunded. */
  readonly status: OrderStatus;
  /** The requested number; null for any number of an area. */
  readonly request_e164: string | null;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price. */
  readonly setup_price_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Machine-readable reason for the failure. */
  readonly error_code: string | null;
  /** Human-readable reason for the failure. */
  readonly error_message: string | null;
  /** ID of the number that was bought. */
  readonly assigned_number_id: string | null;
  /** The number that was bought. */
  readonly assigned_e164: string | null;
  /** Your own reference. */
  readonly customer_reference: string | null;
  /** When the order was placed. */
  readonly created_at: number;
  /** When the order was provisioned, failed or cancelled. */
  readonly completed_at: number | null;
}

export interface NumberOrderPage {
  /** The items of this page. */
  readonly items: readonly NumberOrder[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface NumberOrderRequest {
  /** Active trunk to route the number to. Excludes `routing_profile_id`. */
  readonly trunk_id?: string;
  /** Active routing profile to route the number to. */
  readonly routing_profile_id?: string;
  /** Matching bundle, submitted or approved. */
  readonly compliance_bundle_id?: string;
  /** Your own reference. */
  readonly customer_reference?: string;
  /** Select token of a search result. Required without `country` and `type`. */
  readonly select_token?: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country?: string;
  /** Type of the number. */
  readonly type?: NumberType;
  /** Alias of `type`. */
  readonly number_type?: NumberType;
  /** National destination code without the trunk 0. */
  readonly area?: string;
  /** Alias of `area`. */
  readonly area_code?: string;
  /** Rejects the order if the monthly price is higher. */
  readonly max_monthly_price_cents?: number;
}

export interface NumberPriceChangingData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Monthly price until then. */
  readonly monthly_price_cents: number;
  /** Monthly price of months that start at or after the change; null when the change was withdrawn. */
  readonly next_monthly_price_cents: number | null;
  /** Time of the change; null when it was withdrawn. */
  readonly price_changes_at: number | null;
}

export interface NumberPriceChangingEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.price_changing';
  /** What the event is about. */
  readonly data: NumberPriceChangingData;
}

export interface NumberProvisionedData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** ID of the order. */
  readonly order_id: string;
}

export interface NumberProvisionedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.provisioned';
  /** What the event is about. */
  readonly data: NumberProvisionedData;
}

export interface NumberRegistration {
  /** `open`: sent to the supplier, or under review there. `registered`: the supplier accepted. `rejected`: it did not; copy the bundle, correct the copy and attach it. `failed`: the request failed for technical reasons, and support will retry it. `withdrawn`: the number no longer waits for this bundle. `revoked`: the supplier accepted, and no longer does: the number is suspended until it accepts another bundle. */
  readonly status: RegistrationStatus;
  /** The supplier's reasons for a rejection or revocation. */
  readonly rejection_codes: readonly RejectionCode[];
  /** When the status last changed. */
  readonly updated_at: number;
}

export interface NumberRegistrationRejectedData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** ID of the bundle, which stays approved. Copy it, correct the copy and attach that to the number. */
  readonly compliance_bundle_id: string;
  /** The supplier's reasons. */
  readonly rejection_codes: readonly RejectionCode[];
}

export interface NumberRegistrationRejectedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.registration_rejected';
  /** What the event is about. */
  readonly data: NumberRegistrationRejectedData;
}

export interface NumberReleaseRequest {
  /** `end_of_cycle`: at the end of the paid month. */
  readonly when?: ReleaseTime;
  /** The number as confirmation. Required for `immediate`. */
  readonly confirm_e164?: string;
  /** Releases the number even if trunks or WebRTC users use it as their caller ID, or routing targets forward to it. On release, these trunks are set to `inherit`, these users lose their default caller ID, and these targets are disabled. Requires `sip_trunks:write` for trunks, and `routing:write` for users and targets. */
  readonly force?: boolean;
}

export interface NumberReleaseScheduledData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Time of the release. The event is sent again when it changes. */
  readonly release_scheduled_at: number;
  /** Why the number is released. */
  readonly reason: 'requested' | 'non_payment';
}

export interface NumberReleaseScheduledEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.release_scheduled';
  /** What the event is about. */
  readonly data: NumberReleaseScheduledData;
}

export interface NumberReleasedData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Why the number was released. */
  readonly reason?: 'requested' | 'non_payment' | 'order_cancelled' | 'no_documents' | 'account_closed' | 'moved' | 'ported_out';
}

export interface NumberReleasedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.released';
  /** What the event is about. */
  readonly data: NumberReleasedData;
}

export interface NumberResumedData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Reason of the suspension that ended. */
  readonly reason: NumberSuspensionReason;
}

export interface NumberResumedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.resumed';
  /** What the event is about. */
  readonly data: NumberResumedData;
}

export interface NumberRouteManyRequest {
  /** Active trunk of the account; null removes the trunk. */
  readonly trunk_id?: string | null;
  /** Active routing profile of the account; null removes the profile. */
  readonly routing_profile_id?: string | null;
  /** Numbers of the account. */
  readonly e164s: readonly string[];
}

export interface NumberRouteRequest {
  /** Active trunk of the account; null removes the trunk. */
  readonly trunk_id?: string | null;
  /** Active routing profile of the account; null removes the profile. */
  readonly routing_profile_id?: string | null;
}

export interface NumberSetComplianceBundleRequest {
  /** Submitted or approved bundle of the account; null detaches it. */
  readonly compliance_bundle_id: string | null;
}

export interface NumberSetPortOutPinRequest {
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface NumberStates {
  /** Active. */
  readonly active: number;
  /** Pending documents. */
  readonly pending_documents: number;
  /** Suspended. */
  readonly suspended: number;
  /** Released. */
  readonly released: number;
  /** Without a route. */
  readonly unrouted: number;
  /** Past due. */
  readonly past_due: number;
  /** Release scheduled. */
  readonly release_scheduled: number;
  /** Price change announced. */
  readonly price_changing: number;
}

export type NumberStatus = (typeof lists.NUMBER_STATUSES)[number];

export interface NumberSuspendedData {
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Why the number was suspended. */
  readonly reason: NumberSuspensionReason;
}

export interface NumberSuspendedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'number.suspended';
  /** What the event is about. */
  readonly data: NumberSuspendedData;
}

export type NumberSuspensionReason = (typeof lists.NUMBER_SUSPENSION_REASONS)[number];

export type NumberType = (typeof lists.NUMBER_TYPES)[number];

export interface NumberUpdateRequest {
  /** Your own name for the number. */
  readonly label?: string | null;
  /** Replaces the tags of the number. Duplicates are removed. */
  readonly tags?: readonly string[];
  /** Your notes about the number. */
  readonly notes?: string | null;
  /** Prevents the release of the number. */
  readonly deletion_lock?: boolean;
  /** Rejects port-out requests of other carriers. Requests that were already accepted continue. */
  readonly port_out_lock?: boolean;
  /** Receives the `sms.received` events of this number, beside the webhook endpoints of the account. A public https URL without credentials or fragment; null stops the delivery to it. `GET /webhooks` lists it as an endpoint with `number_id`, whose secret `POST /webhooks/{id}/rotate-secret` returns. */
  readonly sms_webhook_url?: string | null;
}

export interface OAuthApp {
  /** Application ID. */
  readonly id: string;
  /** Name, shown on the consent page. Without invisible characters and the name of this product. */
  readonly name: string;
  /** Description, shown on the consent page. */
  readonly description: string | null;
  /** Home page (https). */
  readonly homepage_url: string | null;
  /** Address of the logo (https), for clients of the API. The dashboard loads no images of other sites. */
  readonly logo_url: string | null;
  /** Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character. */
  readonly redirect_uris: readonly string[];
  /** The most that the application may request. A `:write` scope includes `:read` of the same resource. */
  readonly max_scopes: readonly OAuthScope[];
  /** Client ID for OAuth requests. */
  readonly client_id: string;
  /** Only `active` applications can request access. `disabled` is permanent. */
  readonly status: OAuthAppStatus;
  /** Last four characters of the client secret. */
  readonly secret_last4: string;
  /** Time of the last rotation of the secret. */
  readonly secret_rotated_at: number | null;
  /** Users who have connected the application. */
  readonly authorized_user_count: number;
  /** Creation time. */
  readonly created_at: number;
  /** Time of the last change. */
  readonly updated_at: number;
}

export interface OAuthAppCreateRequest {
  /** Name, shown on the consent page. Without invisible characters and the name of this product. */
  readonly name: string;
  /** Description, shown on the consent page. */
  readonly description?: string | null;
  /** Home page (https). */
  readonly homepage_url?: string | null;
  /** Address of the logo (https), for clients of the API. The dashboard loads no images of other sites. */
  readonly logo_url?: string | null;
  /** Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character. */
  readonly redirect_uris: readonly string[];
  /** The most that the application may request. A `:write` scope includes `:read` of the same resource. */
  readonly max_scopes: readonly OAuthScope[];
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface OAuthAppDisableRequest {
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface OAuthAppPage {
  /** The items of this page. */
  readonly items: readonly OAuthApp[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface OAuthAppRotateSecretRequest {
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export type OAuthAppStatus = (typeof lists.OAUTH_APP_STATUSES)[number];

export interface OAuthAppUpdateRequest {
  /** Name, shown on the consent page. Without invisible characters and the name of this product. */
  readonly name?: string;
  /** Description, shown on the consent page. */
  readonly description?: string | null;
  /** Home page (https). */
  readonly homepage_url?: string | null;
  /** Address of the logo (https), for clients of the API. The dashboard loads no images of other sites. */
  readonly logo_url?: string | null;
  /** Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character. */
  readonly redirect_uris?: readonly string[];
  /** The most that the application may request. A `:write` scope includes `:read` of the same resource. */
  readonly max_scopes?: readonly OAuthScope[];
  /** Password of the user. Required if the session signed in more than 15 minutes ago. */
  readonly password?: string;
}

export interface OAuthConsentDecideRequest {
  /** The decision. */
  readonly decision: 'approve' | 'deny';
  /** Scopes to grant: a subset of the requested ones, in which `:read` may stand for a `:write` of the same resource. All `grantable_scopes` if omitted. */
  readonly scopes?: readonly OAuthScope[];
  /** Account to connect. The account of the session if omitted. */
  readonly account_id?: string;
}

export interface OAuthGrant {
  /** Grant ID. */
  readonly id: string;
  /** The application. */
  readonly app: ConnectedApp;
  /** Granted scopes. */
  readonly scopes: readonly OAuthScope[];
  /** The account that the application can reach. */
  readonly account_id: string;
  /** Time of consent. */
  readonly created_at: number;
  /** Time of the last use, with a resolution of one minute. */
  readonly last_used_at: number | null;
}

export interface OAuthGrantPage {
  /** The items of this page. */
  readonly items: readonly OAuthGrant[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type OAuthScope = (typeof lists.OAUTH_SCOPES)[number];

export type OpenBecause = (typeof lists.OPEN_BECAUSES)[number];

export interface OptOut {
  /** ID of the opt-out. */
  readonly id: string;
  /** Your number, to which the recipient sent STOP. */
  readonly from_number: string;
  /** The recipient. */
  readonly to_number: string;
  /** The word that the recipient sent. */
  readonly keyword: string;
  /** When the recipient opted out. */
  readonly created_at: number;
}

export interface OptOutPage {
  /** The items of this page. */
  readonly items: readonly OptOut[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface OrderCompletedData {
  /** ID of the order. */
  readonly order_id: string;
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
}

export interface OrderCompletedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'order.completed';
  /** What the event is about. */
  readonly data: OrderCompletedData;
}

export interface OrderFailedData {
  /** ID of the order. */
  readonly order_id: string;
  /** The requested number; null for any number of an area. */
  readonly e164: string | null;
  /** Why the order failed. */
  readonly error_code: string;
}

export interface OrderFailedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'order.failed';
  /** What the event is about. */
  readonly data: OrderFailedData;
}

export type OrderStatus = (typeof lists.ORDER_STATUSES)[number];

export interface OutboundCountry {
  /** Country of the number called. */
  readonly country: string;
  /** Whether the account may call numbers of the country. */
  readonly open: boolean;
  /** Why the country is open: `account`, it is in `allowed_countries`; without that list, `own`, the country of the account; `exception`, opened by an operator; `default`, open to every account; `charged`, called before outbound calls were closed by default; `number`, the account has a number there, and the country is not high-risk. Null: it is closed. */
  readonly open_because: OpenBecause | null;
  /** Whether opening the country takes a verified account, which this one is not. */
  readonly needs_verification: boolean;
}

export interface OutboundInForce {
  /** The most that outbound calls, and outbound legs of forwarded calls, may cost per UTC day: the lower of the cap of the account and that of its tier. Null: no cap. */
  readonly daily_cap_cents: number | null;
  /** Charged for such calls on this UTC day, and held by those in progress. */
  readonly used_today_cents: number;
  /** Calls that may start per second: the lower of the setting of the account and the limit of its tier. */
  readonly calls_per_second: number | null;
  /** Calls that cost more per minute are rejected, in micro-cents. Null: no limit. */
  readonly max_rate_per_minute_microcents: number | null;
  /** Every country that has numbers, by code. */
  readonly countries: readonly OutboundCountry[];
  /** First digits of numbers, without `+`, that an operator has opened although they share revenue or belong to no country. */
  readonly excepted_ranges: readonly string[];
}

export interface OutboundSettings {
  /** Countries that may be called. Null: the country of the account, those it has numbers in, and the default list of the operator. Some countries can only be added by a verified account: see `GET /accounts/me/outbound`. */
  readonly allowed_countries: readonly string[] | null;
  /** Calls with a higher price per minute, in micro-cents (100,000,000 to the dollar), are rejected. Null: no limit. */
  readonly max_rate_per_minute_microcents: number | null;
  /** The most that outbound calls may cost per UTC day, including holds for calls in progress. The lower of it and the cap of the tier applies. Null: only that of the tier. */
  readonly daily_cap_cents: number | null;
  /** Outbound calls that may start per second, at most the limit of the tier, which null stands for: 1 before the first top-up, then 5; 20 for verified accounts; 100 for wholesale. */
  readonly calls_per_second: number | null;
}

export interface OutboundSettingsUpdate {
  /** Countries that may be called. Null: the country of the account, those it has numbers in, and the default list of the operator. Some countries can only be added by a verified account: see `GET /accounts/me/outbound`. */
  readonly allowed_countries?: readonly string[] | null;
  /** Calls with a higher price per minute, in micro-cents (100,000,000 to the dollar), are rejected. Null: no limit. */
  readonly max_rate_per_minute_microcents?: number | null;
  /** The most that outbound calls may cost per UTC day, including holds for calls in progress. The lower of it and the cap of the tier applies. Null: only that of the tier. */
  readonly daily_cap_cents?: number | null;
  /** Outbound calls that may start per second, at most the limit of the tier, which null stands for: 1 before the first top-up, then 5; 20 for verified accounts; 100 for wholesale. */
  readonly calls_per_second?: number | null;
}

export interface PasswordChange {
  /** Number of other sessions signed out. */
  readonly sessions_revoked: number;
}

export interface PaymentMethod {
  /** Payment method ID. */
  readonly id: string;
  /** Payment method ID at the card processor. */
  readonly processor_payment_method_id: string;
  /** Type of payment method. */
  readonly type: string;
  /** Brand of the card. */
  readonly brand: string | null;
  /** Last four digits of the card. */
  readonly last4: string | null;
  /** Expiry month. */
  readonly exp_month: number | null;
  /** Expiry year. */
  readonly exp_year: number | null;
  /** Whether auto-recharge, and top-ups without `payment_method_id`, charge this payment method. */
  readonly is_default: boolean;
  /** Creation time. */
  readonly created_at: number;
}

export interface PaymentMethodPage {
  /** The items of this page. */
  readonly items: readonly PaymentMethod[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type PeerState = (typeof lists.PEER_STATES)[number];

export interface PendingEmail {
  /** Email address to verify, in lower case. */
  readonly pending_email: string;
}

export type Permission = (typeof lists.PERMISSIONS)[number];

export interface PhoneNumber {
  /** ID of the number. */
  readonly id: string;
  /** The number. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code: string | null;
  /** Name of the region, as the supplier gives it. */
  readonly region: string | null;
  /** City. */
  readonly city: string | null;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** Monthly price. */
  readonly monthly_price_cents: number;
  /** One-time setup price, charged on purchase. */
  readonly setup_price_cents: number;
  /** Announced monthly price of months that start at or after `price_changes_at`; null when none is announced. */
  readonly next_monthly_price_cents: number | null;
  /** When the monthly price changes; null when no change is announced. */
  readonly price_changes_at: number | null;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `active`: routable. `pending_documents`: needs a compliance bundle. `suspended`: not routable. */
  readonly status: NumberStatus;
  /** Whether the number requires a compliance bundle. */
  readonly requires_activation: boolean;
  /** When the number was ordered. */
  readonly assigned_at: number;
  /** When the next month is charged: on the day of the month on which the number became active, or the last day before. */
  readonly next_billing_at: number;
  /** When the number was released. */
  readonly released_at: number | null;
  /** When the number is scheduled to be released. */
  readonly release_scheduled_at: number | null;
  /** Trunk that the number routes to. */
  readonly trunk_id: string | null;
  /** Routing profile that the number routes to. */
  readonly routing_profile_id: string | null;
  /** Attached compliance bundle. */
  readonly compliance_bundle_id: string | null;
  /** Registration of the attached bundle with the supplier, which some suppliers require before the number works. Null where there is none. */
  readonly registration: NumberRegistration | null;
  /** Failed charges since the last successful one. */
  readonly failed_billing_attempts: number;
  /** When a monthly charge was last attempted; null before the first attempt. */
  readonly last_billing_attempt_at: number | null;
  /** Machine-readable reason why the last charge failed. */
  readonly last_billing_failure_code: string | null;
  /** Whether the number is active with an outstanding charge. */
  readonly is_past_due: boolean;
  /** Whether the number is locked against release. */
  readonly deletion_lock: boolean;
  /** Your own name for the number. */
  readonly label: string | null;
  /** Your tags of the number. */
  readonly tags: readonly string[];
  /** Your notes about the number. */
  readonly notes: string | null;
  /** Whether requests of other carriers for the number are refused. */
  readonly port_out_lock: boolean;
  /** Whether the number has a port-out PIN, without which no other carrier can port it. */
  readonly port_out_pin_set: boolean;
  /** When the number leaves for another carrier; null unless that is accepted. */
  readonly port_out_at: number | null;
  /** Receives the `sms.received` events of this number, beside the webhook endpoints of the account. */
  readonly sms_webhook_url: string | null;
}

export interface PhoneNumberPage {
  /** The items of this page. */
  readonly items: readonly PhoneNumber[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface PlacedOrder {
  /** The order. */
  readonly order: NumberOrder;
  /** The number; null until it is bought. */
  readonly number: PhoneNumber | null;
}

export type PortAction = (typeof lists.PORT_ACTIONS)[number];

export interface PortCheck {
  /** The number. */
  readonly e164: string;
  /** Whether the number can be ported; null where it is not known. */
  readonly portable: boolean | null;
  /** Why the number cannot be ported, or why that is not known; null for a portable number. `own_number`: Your account has this number already. `already_here`: Another account of this service has the number, or it is for sale here. Contact support to move it. `port_in_progress`: A porting request of your account includes this number. `port_elsewhere`: A porting request of another account includes this number. `unknown_range`: No numbering plan assigns the range of this number. `premium_number`: Premium-rate, pager and voicemail numbers belong to the service of one carrier. `not_covered`: We do not know yet whether numbers of this country and type can be ported. Contact support. `not_portable`: Numbers of this country and type cannot be ported to us. */
  readonly reason_code: PortCheckReason | null;
  /** Type of the number; null for a range that no numbering plan assigns. */
  readonly number_type: NumberType | null;
  /** Country of the number; null for a number without one. */
  readonly country: string | null;
  /** The carrier that has the number, if it is known. */
  readonly losing_carrier: string | null;
  /** Whether the losing carrier asks for a PIN; null where it is not known. */
  readonly pin_required: boolean | null;
}

export type PortCheckReason = (typeof lists.PORT_CHECK_REASONS)[number];

export interface PortChecks {
  /** The checks, in the order of the request. */
  readonly items: readonly PortCheck[];
}

export interface PortComment {
  /** ID of the comment. */
  readonly id: string;
  /** Who wrote it. */
  readonly author_kind: ActorKind;
  /** ID of the user, API key or application; null for the operator. */
  readonly author_id: string | null;
  /** The text. */
  readonly body: string;
  /** When it was written. */
  readonly created_at: number;
}

export interface PortCommentPage {
  /** The items of this page. */
  readonly items: readonly PortComment[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface PortDocument {
  /** Compliance document of the account. */
  readonly document_id: string;
  /** `loa`: the signed letter of authorization. `invoice`: a recent invoice of the losing carrier. `identity`: a proof of identity. */
  readonly purpose: PortDocumentPurpose;
}

export type PortDocumentPurpose = (typeof lists.PORT_DOCUMENT_PURPOSES)[number];

export interface PortEvent {
  /** ID of the entry. */
  readonly id: string;
  /** When it happened. */
  readonly at: number;
  /** Who did it. */
  readonly actor_kind: ActorKind;
  /** ID of the user, API key or application; null for the operator and the system. */
  readonly actor_id: string | null;
  /** Who made the change, by the current name. */
  readonly actor: Actor;
  /** What happened. */
  readonly action: PortAction;
  /** Previous values. */
  readonly from: Readonly<Record<string, unknown>>;
  /** New values. */
  readonly to: Readonly<Record<string, unknown>>;
}

export interface PortEventPage {
  /** The items of this page. */
  readonly items: readonly PortEvent[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface PortFileFault {
  /** Line of the file, whose first names the columns. */
  readonly line: number;
  /** Column of the file. */
  readonly column: string;
  /** What is wrong. */
  readonly message: string;
}

export interface PortImport {
  /** The drafts, one per country. */
  readonly items: readonly PortRequest[];
  /** The carrier whose export it is; null for another file. */
  readonly carrier: string | null;
  /** Number of all faults. */
  readonly fault_count: number;
  /** What was not imported, and why: the first 1,000. */
  readonly faults: readonly PortFileFault[];
}

export interface PortNumber {
  /** The number. */
  readonly e164: string;
  /** `pending`: not ported yet. `activating`: ported, and about to appear in the account. `ported`: in the account. `failed`: ported, but it could not be assigned; we look into it. `rejected`: stays at the losing carrier. `cancelled`: the port was cancelled. */
  readonly status: PortNumberStatus;
  /** Why the number was rejected or failed. */
  readonly reason_code: PortNumberReasonCode | null;
  /** The number in the account, once it is ported. */
  readonly number_id: string | null;
}

export type PortNumberReasonCode = (typeof lists.PORT_NUMBER_REASON_CODES)[number];

export type PortNumberStatus = (typeof lists.PORT_NUMBER_STATUSES)[number];

export interface PortOut {
  /** ID of the request. */
  readonly id: string;
  /** The number. */
  readonly e164: string;
  /** ID of the number. */
  readonly number_id: string;
  /** The carrier that asks for the number. */
  readonly gaining_carrier: string;
  /** `pending`: the number leaves at `release_at`. `released`: it has left. `refused`: it stays, for the reason of `refusal_code`. */
  readonly status: PortOutStatus;
  /** Why the request was refused; null if it was not. `port_out_locked`: The number is locked against porting out. `pin_missing`: The number has no port-out PIN. `wrong_pin`: The port-out PIN is wrong. `not_active`: The number has never been active: it waits for documents. `name_mismatch`: The name does not match that of the account. `not_authorized`: The account owner did not authorize the port. `number_moved`: The number was moved to another account. `other`: The request was refused for another reason. */
  readonly refusal_code: PortOutRefusal | null;
  /** Human-readable explanation of the refusal. */
  readonly refusal_message: string | null;
  /** When the other carrier asked. */
  readonly requested_at: number;
  /** When the number leaves. */
  readonly release_at: number;
  /** When the request was entered. */
  readonly created_at: number;
  /** When the number left or the request was refused; null while it is pending. */
  readonly ended_at: number | null;
}

export interface PortOutPage {
  /** The items of this page. */
  readonly items: readonly PortOut[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface PortOutPin {
  /** The number. */
  readonly e164: string;
  /** The PIN, of 8 digits. It cannot be read again. */
  readonly pin: string;
}

export type PortOutRefusal = (typeof lists.PORT_OUT_REFUSALS)[number];

export type PortOutStatus = (typeof lists.PORT_OUT_STATUSES)[number];

export interface PortOutStatusChangedData {
  /** ID of the request. */
  readonly port_out_id: string;
  /** ID of the number. */
  readonly number_id: string;
  /** The number. */
  readonly e164: string;
  /** Status of the request. */
  readonly status: PortOutStatus;
  /** The other carrier. */
  readonly gaining_carrier: string;
  /** When the number leaves. */
  readonly release_at: number;
  /** Why the request was refused; null if it was not. */
  readonly refusal_code: string | null;
}

export interface PortOutStatusChangedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'port_out.status_changed';
  /** What the event is about. */
  readonly data: PortOutStatusChangedData;
}

export type PortReasonCode = (typeof lists.PORT_REASON_CODES)[number];

export interface PortRequest {
  /** ID of the porting request. */
  readonly id: string;
  /** Carrier that the numbers are ported from. Required to submit. */
  readonly losing_carrier: string | null;
  /** Number of the account at the losing carrier, as on its invoices. Required to submit. */
  readonly account_number: string | null;
  /** Person who may order the port at the losing carrier. Required to submit. */
  readonly authorized_person: string | null;
  /** Email address of that person. Required to submit. */
  readonly authorized_email: string | null;
  /** End user whose numbers they are. */
  readonly end_user_id: string | null;
  /** Main number of the account at the losing carrier. */
  readonly billing_phone_e164: string | null;
  /** When the numbers should move. The losing carrier confirms this date or another one: `foc_at`. */
  readonly requested_foc_at: number | null;
  /** Whether numbers are ported if others of the request are rejected. */
  readonly partial: boolean;
  /** Active trunk that the ported numbers route to. Excludes `routing_profile_id`. */
  readonly trunk_id: string | null;
  /** Active routing profile that the ported numbers route to. */
  readonly routing_profile_id: string | null;
  /** Your own reference. */
  readonly customer_reference: string | null;
  /** `draft`: not submitted. `submitted`: waits for us. `in_process`: waits for the losing carrier. `exception`: waits for you: correct what `exception_code` names, and submit again. `foc_confirmed`: the numbers move at `foc_at`. `ported`, `rejected`, `cancelled`: ended. */
  readonly status: PortStatus;
  /** Country of the numbers. */
  readonly country: string;
  /** Whether a PIN is stored. */
  readonly pin_set: boolean;
  /** The numbers, in the order of the request. */
  readonly numbers: readonly PortNumber[];
  /** The documents. */
  readonly documents: readonly PortDocument[];
  /** What is wrong, or why the port was rejected. */
  readonly exception_code: PortReasonCode | null;
  /** The same in words. */
  readonly exception_message: string | null;
  /** When the numbers move, as the losing carrier has confirmed. */
  readonly foc_at: number | null;
  /** Fee of all numbers, which is held from the submission on; null for a draft. Only ported numbers are charged. */
  readonly fee_cents: number | null;
  /** Creation time. */
  readonly created_at: number;
  /** When the request last changed. */
  readonly updated_at: number;
  /** When it was last submitted. */
  readonly submitted_at: number | null;
  /** When it was ported, rejected or cancelled. */
  readonly completed_at: number | null;
}

export interface PortRequestPage {
  /** The items of this page. */
  readonly items: readonly PortRequest[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type PortStatus = (typeof lists.PORT_STATUSES)[number];

export interface PortStatusChangedData {
  /** ID of the porting request. */
  readonly port_request_id: string;
  /** Its status. */
  readonly status: PortStatus;
  /** Its status before. */
  readonly previous_status: PortStatus;
  /** How many of its numbers the change concerns: those that were not rejected before. */
  readonly number_count: number;
  /** When the numbers move, as the losing carrier has confirmed; null before. */
  readonly foc_at: number | null;
  /** What is wrong, or why the port was rejected. */
  readonly exception_code: PortReasonCode | null;
  /** The same in words. */
  readonly exception_message: string | null;
  /** Your own reference. */
  readonly customer_reference: string | null;
}

export interface PortStatusChangedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'port.status_changed';
  /** What the event is about. */
  readonly data: PortStatusChangedData;
}

export interface PortingCheckRequest {
  /** The numbers. */
  readonly e164s: readonly string[];
}

export interface PortingCommentCreateRequest {
  /** The text. */
  readonly body: string;
}

export interface PortingDocumentCreateRequest {
  /** Compliance document of the account. */
  readonly document_id: string;
  /** `loa`: the signed letter of authorization. `invoice`: a recent invoice of the losing carrier. `identity`: a proof of identity. */
  readonly purpose: PortDocumentPurpose;
}

export interface PortingRequestCreateRequest {
  /** Carrier that the numbers are ported from. Required to submit. */
  readonly losing_carrier?: string | null;
  /** Number of the account at the losing carrier, as on its invoices. Required to submit. */
  readonly account_number?: string | null;
  /** Person who may order the port at the losing carrier. Required to submit. */
  readonly authorized_person?: string | null;
  /** Email address of that person. Required to submit. */
  readonly authorized_email?: string | null;
  /** End user whose numbers they are. */
  readonly end_user_id?: string | null;
  /** Main number of the account at the losing carrier. */
  readonly billing_phone_e164?: string | null;
  /** When the numbers should move. The losing carrier confirms this date or another one: `foc_at`. */
  readonly requested_foc_at?: number | null;
  /** Whether numbers are ported if others of the request are rejected. */
  readonly partial?: boolean;
  /** Active trunk that the ported numbers route to. Excludes `routing_profile_id`. */
  readonly trunk_id?: string | null;
  /** Active routing profile that the ported numbers route to. */
  readonly routing_profile_id?: string | null;
  /** Your own reference. */
  readonly customer_reference?: string | null;
  /** PIN of the account at the losing carrier. Never shown, and deleted when the port has ended. */
  readonly pin?: string | null;
  /** The numbers: 1 to 1,000 of one country. */
  readonly e164s: readonly string[];
}

export interface PortingRequestUpdateRequest {
  /** Carrier that the numbers are ported from. Required to submit. */
  readonly losing_carrier?: string | null;
  /** Number of the account at the losing carrier, as on its invoices. Required to submit. */
  readonly account_number?: string | null;
  /** Person who may order the port at the losing carrier. Required to submit. */
  readonly authorized_person?: string | null;
  /** Email address of that person. Required to submit. */
  readonly authorized_email?: string | null;
  /** End user whose numbers they are. */
  readonly end_user_id?: string | null;
  /** Main number of the account at the losing carrier. */
  readonly billing_phone_e164?: string | null;
  /** When the numbers should move. The losing carrier confirms this date or another one: `foc_at`. */
  readonly requested_foc_at?: number | null;
  /** Whether numbers are ported if others of the request are rejected. */
  readonly partial?: boolean;
  /** Active trunk that the ported numbers route to. Excludes `routing_profile_id`. */
  readonly trunk_id?: string | null;
  /** Active routing profile that the ported numbers route to. */
  readonly routing_profile_id?: string | null;
  /** Your own reference. */
  readonly customer_reference?: string | null;
  /** PIN of the account at the losing carrier. Never shown, and deleted when the port has ended. */
  readonly pin?: string | null;
  /** Replaces the numbers of a draft. */
  readonly e164s?: readonly string[];
}

export type PriceLeg = (typeof lists.PRICE_LEGS)[number];

export interface PriceLine {
  /** What the line is for. */
  readonly kind: PriceLineKind;
  /** The call itself, or the leg that forwards it; null for the rounding of the whole price to a cent. */
  readonly leg: PriceLeg | null;
  /** Seconds that are charged, in the increments of the price; null unless the line is for time. */
  readonly billed_s: number | null;
  /** Amount in micro-cents; negative for a discount. */
  readonly amount_microcents: number;
}

export type PriceLineKind = (typeof lists.PRICE_LINE_KINDS)[number];

export interface Rate {
  /** Prefix of the called number, without +; empty for every number. */
  readonly prefix: string;
  /** Destination. */
  readonly description: string;
  /** Call direction. */
  readonly direction: CallDirection;
  /** Inbound: type of the called number; null for every type. */
  readonly number_type: string | null;
  /** Exact human-readable price per minute. */
  readonly rate_per_minute_display: string;
  /** Price per minute, in millionths of a cent. */
  readonly rate_per_minute_microcents: number;
  /** Rounding of the call time. */
  readonly increment: RateIncrement;
  /** Fee per answered call, in cents. */
  readonly connection_fee_cents: number;
  /** Time since which the price applies. */
  readonly effective_from: number;
}

export interface RateIncrement {
  /** Minimum charged time, in seconds. */
  readonly first_s: number;
  /** Increment beyond `first_s`, in seconds. */
  readonly next_s: number;
}

export interface Rates {
  /** Prices, longest prefix first. */
  readonly items: readonly Rate[];
}

export type ReaderKind = (typeof lists.READER_KINDS)[number];

export interface RecentCall {
  /** ID of the call record. */
  readonly id: string;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** Caller; null if withheld; may be redacted. */
  readonly caller: string | null;
  /** Whether the caller withheld its number. */
  readonly caller_withheld: boolean;
  /** Called number or SIP URI; may be redacted. */
  readonly callee: string | null;
  /** ID of the account's number. */
  readonly number_id: string | null;
  /** Time of call setup. */
  readonly started_at: number;
  /** Seconds from answer to teardown. */
  readonly billable_duration_s: number;
  /** Price of the call. */
  readonly customer_total_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Why the call ended. */
  readonly hangup_cause: string | null;
  /** Final SIP response code. */
  readonly sip_response_code: number | null;
}

export type RechargeAttemptStatus = (typeof lists.RECHARGE_ATTEMPT_STATUSES)[number];

export interface RecoveryCodes {
  /** Ten single-use codes, shown only once. */
  readonly codes: readonly string[];
}

export interface RegisteredContact {
  /** Address that the system registered from. */
  readonly contact_ip: string | null;
  /** User agent of the system. */
  readonly user_agent: string | null;
  /** Preference from 0 to 1: calls try higher values first. */
  readonly q: number;
  /** When the system registered. */
  readonly registered_at: number;
  /** When its registration expires, unless it is renewed. */
  readonly expires_at: number;
}

export interface RegisteredOAuthApp {
  /** Application ID. */
  readonly id: string;
  /** Name, shown on the consent page. Without invisible characters and the name of this product. */
  readonly name: string;
  /** Description, shown on the consent page. */
  readonly description: string | null;
  /** Home page (https). */
  readonly homepage_url: string | null;
  /** Address of the logo (https), for clients of the API. The dashboard loads no images of other sites. */
  readonly logo_url: string | null;
  /** Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character. */
  readonly redirect_uris: readonly string[];
  /** The most that the application may request. A `:write` scope includes `:read` of the same resource. */
  readonly max_scopes: readonly OAuthScope[];
  /** Client ID for OAuth requests. */
  readonly client_id: string;
  /** Only `active` applications can request access. `disabled` is permanent. */
  readonly status: OAuthAppStatus;
  /** Last four characters of the client secret. */
  readonly secret_last4: string;
  /** Time of the last rotation of the secret. */
  readonly secret_rotated_at: number | null;
  /** Users who have connected the application. */
  readonly authorized_user_count: number;
  /** Creation time. */
  readonly created_at: number;
  /** Time of the last change. */
  readonly updated_at: number;
  /** Client secret. Shown only once. */
  readonly client_secret: string;
}

export interface Registration {
  /** Whether a system is registered. */
  readonly registered: boolean;
  /** Address that the preferred system registered from. */
  readonly contact_ip: string | null;
  /** User agent of the preferred system. */
  readonly user_agent: string | null;
  /** When the registration of the preferred system expires. */
  readonly expires_at: number | null;
}

export type RegistrationMode = (typeof lists.REGISTRATION_MODES)[number];

export type RegistrationStatus = (typeof lists.REGISTRATION_STATUSES)[number];

export interface RejectedCall {
  /** ID of the rejection; the switch received it as `decision_id`. */
  readonly id: string;
  /** Time of the rejection. */
  readonly at: number;
  /** Direction of the call. */
  readonly direction: CallDirection;
  /** Caller: E.164 number or SIP URI; may be redacted. */
  readonly from: string | null;
  /** Called number or SIP URI; may be redacted. */
  readonly to: string | null;
  /** Whether the caller withholds its number. `from` is null then. */
  readonly caller_withheld: boolean;
  /** ID of the account's number on the call. */
  readonly number_id: string | null;
  /** ID of the SIP trunk that placed the call, or that its number routes to. */
  readonly sip_trunk_id: string | null;
  /** Address from which the call came. */
  readonly source_ip: string | null;
  /** SIP status code with which the call was rejected. */
  readonly sip_code: number;
  /** The rule that rejected the call. */
  readonly reason: RejectionReason;
  /** Why the call was rejected, in one sentence. */
  readonly explanation: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}

export interface RejectedCallPage {
  /** The items of this page. */
  readonly items: readonly RejectedCall[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type RejectionCode = (typeof lists.REJECTION_CODES)[number];

export type RejectionReason = (typeof lists.REJECTION_REASONS)[number];

export type ReleaseTime = (typeof lists.RELEASE_TIMES)[number];

export interface RemovedMember {
  /** Removed user. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

export interface RemovedPaymentMethod {
  /** Removed payment method. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

export interface RequiredDocument {
  /** What the document proves. */
  readonly purpose: DocumentPurpose;
  /** Accepted document types. */
  readonly accepted_doc_types: readonly string[];
  /** Number of documents. */
  readonly quantity: number;
  /** Maximum age in days; null for any age. */
  readonly max_age_days: number | null;
  /** What the document is, where its purpose does not say it; otherwise null. */
  readonly description: string | null;
  /** Kinds of end users of which it is required. */
  readonly end_user_kinds: readonly EndUserKind[];
}

export interface RequiredField {
  /** Member of the end user. */
  readonly field: string;
  /** Why the field is required. */
  readonly reason: string;
  /** Kinds of end users of which it is required. */
  readonly end_user_kinds: readonly EndUserKind[];
}

export interface Requirements {
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** Whether the numbers work only with an approved compliance bundle. If false, the other members describe a bundle that you may attach. */
  readonly requires_activation: boolean;
  /** Kinds of end users that may use the number. */
  readonly end_user_kinds: readonly EndUserKind[];
  /** Required fields of the end user. */
  readonly required_fields: readonly RequiredField[];
  /** Where the address must be: none required, anywhere, in the country, or in the area of the number. */
  readonly address: AddressScope;
  /** Required documents. Those with purpose `business` apply to businesses only. For a business, `identity` means its representative. */
  readonly documents: readonly RequiredDocument[];
  /** Restrictions that apply to the number. */
  readonly restrictions: readonly Restriction[];
  /** Typical duration of a review, in hours. */
  readonly typical_review_hours: number;
}

export interface Restriction {
  /** Category. */
  readonly type: RestrictionType;
  /** Human-readable text. */
  readonly message: string;
  /** Machine-readable code. */
  readonly compliance_code: string | null;
}

export type RestrictionType = (typeof lists.RESTRICTION_TYPES)[number];

export interface RevokedGrant {
  /** Grant ID. */
  readonly id: string;
  /** Always true. */
  readonly revoked: boolean;
}

export interface RevokedSession {
  /** Session ID. */
  readonly id: string;
  /** Always true. */
  readonly revoked: boolean;
}

export interface RevokedSessions {
  /** Number of sessions revoked. */
  readonly revoked_count: number;
}

export type Role = (typeof lists.ROLES)[number];

export interface RotatedClientSecret {
  /** New client secret. Shown only once. */
  readonly client_secret: string;
}

export interface RotatedSecret {
  /** The secret that signs deliveries. Returned only once: store it. */
  readonly signing_secret: string;
  /** Until then the previous secret also signs deliveries. */
  readonly previous_valid_until: number;
}

export type RouteSort = (typeof lists.ROUTE_SORTS)[number];

export type RouteStatus = (typeof lists.ROUTE_STATUSES)[number];

export interface RouteWarning {
  /** `trunk_unreachable`: no call can reach a trunk of the route. `profile_unreachable`: nor any other target of the profile. `switch_never_reported`: no switch has reported yet, so no system can register. */
  readonly code: RouteWarningCode;
  /** Human-readable cause and remedy. */
  readonly message: string;
}

export type RouteWarningCode = (typeof lists.ROUTE_WARNING_CODES)[number];

export interface RoutedNumber {
  /** The number. */
  readonly e164: string;
  /** Whether the number was routed. */
  readonly ok: boolean;
  /** Machine-readable reason for the failure. */
  readonly error_code: string | null;
  /** Why calls would fail at the moment; empty if nothing speaks against them. */
  readonly warnings: readonly RouteWarning[];
}

export interface RoutedNumbers {
  /** Outcomes, in the order of the request. */
  readonly items: readonly RoutedNumber[];
}

export interface RoutingProfile {
  /** ID of the routing profile. */
  readonly id: string;
  /** Unique among the profiles that are not archived. */
  readonly name: string;
  /** How the targets are tried. */
  readonly strategy: RoutingStrategy;
  /** Ringing time of a target or group, in seconds. */
  readonly ring_timeout_s: number;
  /** Further passes after all targets failed for technical reasons. Does not apply to `simultaneous_ring`. */
  readonly max_retries: number;
  /** Status of the profile. */
  readonly status: RouteStatus;
  /** Count of targets. */
  readonly target_count: number;
  /** Count of active numbers that route to the profile. */
  readonly number_count: number;
  /** When the profile was created. */
  readonly created_at: number;
  /** When the profile or its list of targets was last changed. */
  readonly updated_at: number;
  /** When the profile was archived. */
  readonly archived_at: number | null;
}

export interface RoutingProfileCreateRequest {
  /** Unique among the profiles that are not archived. */
  readonly name: string;
  /** How the targets are tried. */
  readonly strategy?: RoutingStrategy;
  /** Ringing time of a target or group, in seconds. */
  readonly ring_timeout_s?: number;
  /** Further passes after all targets failed for technical reasons. Does not apply to `simultaneous_ring`. */
  readonly max_retries?: number;
  /** Targets to create, in order. */
  readonly targets?: readonly RoutingProfileTargetCreateRequest[];
}

export interface RoutingProfileDetail {
  /** The profile. */
  readonly profile: RoutingProfile;
  /** Targets by position, then age. */
  readonly targets: readonly RoutingTarget[];
}

export interface RoutingProfileDuplicateRequest {
  /** Name of the copy. */
  readonly name: string;
}

export interface RoutingProfilePage {
  /** The items of this page. */
  readonly items: readonly RoutingProfile[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface RoutingProfileSimulateRequest {
  /** Caller: E.164 number, SIP URI or `anonymous`. */
  readonly from: string;
  /** Called number, one of the account. */
  readonly to?: string;
  /** Time of the call. Without it, the current time. */
  readonly at?: number;
  /** Seed of random choices. The same seed gives the same result. */
  readonly seed?: number;
}

export interface RoutingProfileTargetCreateRequest {
  /** Kind of destination. Requires its reference; the other three must be absent or null. */
  readonly kind: TargetKind;
  /** Active trunk of the account, for kind `sip_trunk`. */
  readonly sip_trunk_id?: string | null;
  /** Phone number, for kind `pstn_forward`. Carrier rates apply. */
  readonly pstn_forward_e164?: string | null;
  /** Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered. */
  readonly webrtc_user_id?: string | null;
  /** For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes. */
  readonly webhook_url?: string | null;
  /** Position in the list. Lower positions are tried first; ignored by `round_robin` and `simultaneous_ring`. By default, after the last one. */
  readonly position?: number;
  /** Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally. */
  readonly weight?: number;
  /** Restricts the calls that the target receives. A call must satisfy every key that is present, and one value of each key. `null` and `{}` match every call. */
  readonly conditions?: Conditions | null;
  /** Whether the target receives calls. */
  readonly enabled?: boolean;
}

export interface RoutingProfileTargetReplaceRequest {
  /** The whole list, in order. Targets with an `id` are updated, entries without one are created, and all other targets are deleted. */
  readonly targets: readonly RoutingTargetEntry[];
}

export interface RoutingProfileTargetUpdateRequest {
  /** Kind of destination. Requires its reference; the other three must be absent or null. */
  readonly kind?: TargetKind;
  /** Active trunk of the account, for kind `sip_trunk`. */
  readonly sip_trunk_id?: string | null;
  /** Phone number, for kind `pstn_forward`. Carrier rates apply. */
  readonly pstn_forward_e164?: string | null;
  /** Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered. */
  readonly webrtc_user_id?: string | null;
  /** For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes. */
  readonly webhook_url?: string | null;
  /** Position in the list. Lower positions are tried first; ignored by `round_robin` and `simultaneous_ring`. By default, after the last one. */
  readonly position?: number;
  /** Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally. */
  readonly weight?: number;
  /** Restricts the calls that the target receives. A call must satisfy every key that is present, and one value of each key. `null` and `{}` match every call. */
  readonly conditions?: Conditions | null;
  /** Whether the target receives calls. */
  readonly enabled?: boolean;
}

export interface RoutingProfileUpdateRequest {
  /** Unique among the profiles that are not archived. */
  readonly name?: string;
  /** How the targets are tried. */
  readonly strategy?: RoutingStrategy;
  /** Ringing time of a target or group, in seconds. */
  readonly ring_timeout_s?: number;
  /** Further passes after all targets failed for technical reasons. Does not apply to `simultaneous_ring`. */
  readonly max_retries?: number;
  /** A disabled profile receives no calls. */
  readonly status?: SettableRouteStatus;
}

export type RoutingStrategy = (typeof lists.ROUTING_STRATEGIES)[number];

export interface RoutingTarget {
  /** ID of the routing target. */
  readonly id: string;
  /** Kind of destination. Requires its reference; the other three must be absent or null. */
  readonly kind: TargetKind;
  /** Active trunk of the account, for kind `sip_trunk`. */
  readonly sip_trunk_id: string | null;
  /** Phone number, for kind `pstn_forward`. Carrier rates apply. */
  readonly pstn_forward_e164: string | null;
  /** Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered. */
  readonly webrtc_user_id: string | null;
  /** For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes. */
  readonly webhook_url: string | null;
  /** Position in the list. Lower positions are tried first; ignored by `round_robin` and `simultaneous_ring`. By default, after the last one. */
  readonly position: number;
  /** Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally. */
  readonly weight: number;
  /** Restricts the calls that the target receives. A call must satisfy every key that is present, and one value of each key. `null` and `{}` match every call. */
  readonly conditions: Conditions | null;
  /** Whether the target receives calls. */
  readonly enabled: boolean;
  /** ID of the routing profile. */
  readonly profile_id: string;
  /** When the target was created. */
  readonly created_at: number;
  /** When the target was last updated. */
  readonly updated_at: number;
}

export interface RoutingTargetEntry {
  /** Target to keep. Omitted members are unchanged, so an `id` alone only moves the target to its place in the list. `kind` is required without it. */
  readonly id?: string;
  /** Kind of destination. Requires its reference; the other three must be absent or null. */
  readonly kind?: TargetKind;
  /** Active trunk of the account, for kind `sip_trunk`. */
  readonly sip_trunk_id?: string | null;
  /** Phone number, for kind `pstn_forward`. Carrier rates apply. */
  readonly pstn_forward_e164?: string | null;
  /** Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered. */
  readonly webrtc_user_id?: string | null;
  /** For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes. */
  readonly webhook_url?: string | null;
  /** Position in the list. Lower positions are tried first; ignored by `round_robin` and `simultaneous_ring`. By default, after the last one. */
  readonly position?: number;
  /** Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally. */
  readonly weight?: number;
  /** Restricts the calls that the target receives. A call must satisfy every key that is present, and one value of each key. `null` and `{}` match every call. */
  readonly conditions?: Conditions | null;
  /** Whether the target receives calls. */
  readonly enabled?: boolean;
}

export interface SelectNumbers {
  /** Numbers to change; at most 1,000. */
  readonly e164s?: readonly string[];
  /** All numbers that match when the job is created: query parameters of `GET /v1/numbers` without `limit`, `cursor`, `sort`, `order` and `format`, as text or as JSON values. At most 100,000 numbers. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** How many numbers `filter` matches. Any other count is 409 `conflict`. */
  readonly expected_count?: number;
}

export interface SentPhoneCode {
  /** Number that the code was sent to. */
  readonly phone_e164: string;
  /** Expiry of the code. A newer code voids it. */
  readonly expires_at: number;
}

export interface Session {
  /** Session ID. Not a secret: the cookie holds a different value. */
  readonly id: string;
  /** Device name. Defaults to the browser and operating system. */
  readonly device_name: string;
  /** IP address of the last use. */
  readonly ip: string | null;
  /** Country of the IP address, if known. */
  readonly ip_country: string | null;
  /** City of the IP address, if the GeoIP database contains cities. */
  readonly city: string | null;
  /** Whether the device is trusted: the session expires 30 days after its last use instead of 24 hours after sign-in. */
  readonly is_trusted: boolean;
  /** Whether this is the session of the request. */
  readonly is_current: boolean;
  /** Time of the last use, with a resolution of one minute. */
  readonly last_used_at: number;
  /** Expiry of the session. */
  readonly expires_at: number;
  /** Time of the sign-in. */
  readonly created_at: number;
}

export interface SessionPage {
  /** The items of this page. */
  readonly items: readonly Session[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type SettableRouteStatus = (typeof lists.SETTABLE_ROUTE_STATUSES)[number];

export interface SignIn {
  /** Signed-in user. */
  readonly user_id: string;
  /** Account of requests without `X-Account-Id`. */
  readonly account_id: string;
  /** Expiry of the session. */
  readonly expires_at: number;
  /** `mfa`: the session is partial until POST /v1/auth/mfa/challenge. */
  readonly challenge: Challenge | null;
  /** Required second factor; null if none. */
  readonly mfa_method: MfaMethod | null;
}

export interface SignUp {
  /** Created account. */
  readonly account_id: string;
  /** Owner of the account. */
  readonly user_id: string;
  /** Normalized email address, in lower case. */
  readonly email: string;
  /** `manual_review`: ordering is disabled until an operator has reviewed the account. */
  readonly tier: Tier;
  /** Next step. */
  readonly next_step: SignUpNextStep;
  /** Whether the verification email was sent. */
  readonly verification_email_sent: boolean;
  /** Trial credit in US dollars; 0 where it depends on a verified phone number. */
  readonly trial_credit_usd: number;
}

export type SignUpNextStep = (typeof lists.SIGN_UP_NEXT_STEPS)[number];

export interface SimulatedAttempt {
  /** Position of the attempt, from 1. */
  readonly order: number;
  /** ID of the target. */
  readonly target_id: string;
  /** ID of the gateway; null unless the attempt leads over a gateway of a trunk. */
  readonly gateway_id: string | null;
  /** ID of the registered contact; null unless the attempt leads to a system that is registered. */
  readonly contact_id: string | null;
  /** Destination of the attempt. */
  readonly destination: string;
  /** Maximum ringing time in seconds. */
  readonly ring_timeout_s: number;
  /** Attempts of one group ring in parallel; null: sequential. */
  readonly parallel_group: number | null;
}

export interface SimulatedRoute {
  /** Position of the attempt, from 1. */
  readonly order: number;
  /** Kind of the destination. */
  readonly target_kind: TargetKind;
  /** ID of the target; null for an outbound call. */
  readonly target_id: string | null;
  /** ID of the gateway; null unless the attempt leads over one. */
  readonly gateway_id: string | null;
  /** ID of the registered contact; null unless the attempt leads to one. */
  readonly contact_id: string | null;
  /** Destination of the attempt. Carriers are not named. */
  readonly destination: string;
  /** Maximum ringing time in seconds. */
  readonly ring_timeout_s: number;
}

export interface Simulation {
  /** Strategy of the profile. */
  readonly strategy: RoutingStrategy;
  /** Attempts, in order. */
  readonly attempts: readonly SimulatedAttempt[];
  /** Targets that are skipped. */
  readonly skipped: readonly SkippedTarget[];
  /** Why calls would fail at the moment; empty if nothing speaks against them. */
  readonly warnings: readonly RouteWarning[];
  /** Maximum duration in seconds on the current balance. */
  readonly max_duration_s: number;
  /** Price of the first attempt in micro-cents per minute; null without a price. */
  readonly estimated_rate_microcents: number | null;
}

export interface SipGateway {
  /** ID of the gateway. */
  readonly id: string;
  /** SIP port. On creation it defaults to 5060; 5061 for `tls`, 443 for `wss`. */
  readonly port: number;
  /** Whether the switch finds the host by SRV records (RFC 3263): request URIs have no port then, and `port` is used only without records. No effect for an IP address, `wss` and ports other than 5060 (`tls`: 5061). */
  readonly dns_srv: boolean;
  /** SIP transport. */
  readonly transport: SipTransport;
  /** Lower values are tried first. */
  readonly priority: number;
  /** Relative share of calls within the priority; 0 is tried last. If all are 0, they share equally. */
  readonly weight: number;
  /** Username for digest authentication. */
  readonly auth_username: string | null;
  /** Name of the gateway. */
  readonly name: string;
  /** Host name or IP address. Must resolve to public addresses, with `dns_srv` the targets of its SRV records too. */
  readonly host: string;
  /** SIP headers to add to each call, at most 10, with single-line values. Names consist of `X-` and 1 to 40 letters, digits or hyphens. */
  readonly custom_headers: Readonly<Record<string, string>> | null;
  /** Whether the gateway receives calls. */
  readonly enabled: boolean;
  /** Whether a password is stored. It is never returned. */
  readonly has_auth_password: boolean;
  /** State as switches report it: `down` after a failed probe or the third failed call within 30 seconds, `up` after a success, `unknown` before. */
  readonly state: PeerState;
  /** When a switch last probed it. */
  readonly last_probe_at: number | null;
  /** When the gateway was created. */
  readonly created_at: number;
  /** When the gateway was last updated. */
  readonly updated_at: number;
}

export interface SipGatewayPage {
  /** The items of this page. */
  readonly items: readonly SipGateway[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface SipPort {
  /** Transport of SIP. */
  readonly transport: SwitchTransport;
  /** Port at `sip_domain`. */
  readonly port: number;
}

export type SipTransport = (typeof lists.SIP_TRANSPORTS)[number];

export interface SipTrunk {
  /** ID of the SIP trunk. */
  readonly id: string;
  /** Unique among the trunks that are not archived. */
  readonly name: string;
  /** Default transport of the gateways. */
  readonly transport: SipTransport;
  /** Codecs in order of preference. */
  readonly codec_preference: readonly Codec[];
  /** How DTMF digits are sent. */
  readonly dtmf_mode: DtmfMode;
  /** How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk (`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and gateways come after them. */
  readonly registration_mode: RegistrationMode;
  /** Caller ID of outbound calls. */
  readonly caller_id_strategy: CallerIdStrategy;
  /** Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected. */
  readonly caller_id_override: string | null;
  /** Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user name of a registered system. Without one, such calls need an override, or are rejected with 403. Removed when the number is released. */
  readonly default_caller_id: string | null;
  /** Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4. */
  readonly inbound_cidrs: readonly string[];
  /** Limit of concurrent calls; null: no limit. */
  readonly max_concurrent_calls: number | null;
  /** Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls are rejected with 503. */
  readonly max_calls_per_second: number | null;
  /** Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or `national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164. */
  readonly number_format: NumberFormat;
  /** Digits, * or # before the called number in the request URI of calls to gateways. */
  readonly number_prefix: string | null;
  /** Media of calls to gateways. SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`. */
  readonly media_encryption: MediaEncryption;
  /** Whether the request URI of calls to gateways has the parameter `user=phone`. */
  readonly user_phone: boolean;
  /** Status of the trunk. */
  readonly status: RouteStatus;
  /** When the trunk was created. */
  readonly created_at: number;
  /** When the trunk was last updated. */
  readonly updated_at: number;
  /** When the trunk was archived. */
  readonly archived_at: number | null;
}

export interface SipTrunkCreateRequest {
  /** Unique among the trunks that are not archived. */
  readonly name: string;
  /** Default transport of the gateways. */
  readonly transport?: SipTransport;
  /** Codecs in order of preference. */
  readonly codec_preference?: readonly Codec[];
  /** How DTMF digits are sent. */
  readonly dtmf_mode?: DtmfMode;
  /** How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk (`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and gateways come after them. */
  readonly registration_mode?: RegistrationMode;
  /** Caller ID of outbound calls. */
  readonly caller_id_strategy?: CallerIdStrategy;
  /** Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected. */
  readonly caller_id_override?: string | null;
  /** Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user name of a registered system. Without one, such calls need an override, or are rejected with 403. Removed when the number is released. */
  readonly default_caller_id?: string | null;
  /** Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4. */
  readonly inbound_cidrs?: readonly string[];
  /** Limit of concurrent calls; null: no limit. */
  readonly max_concurrent_calls?: number | null;
  /** Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls are rejected with 503. */
  readonly max_calls_per_second?: number | null;
  /** Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or `national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164. */
  readonly number_format?: NumberFormat;
  /** Digits, * or # before the called number in the request URI of calls to gateways. */
  readonly number_prefix?: string | null;
  /** Media of calls to gateways. SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`. */
  readonly media_encryption?: MediaEncryption;
  /** Whether the request URI of calls to gateways has the parameter `user=phone`. */
  readonly user_phone?: boolean;
  /** Gateways to create. */
  readonly gateways?: readonly SipTrunkGatewayCreateRequest[];
}

export interface SipTrunkDetail {
  /** ID of the SIP trunk. */
  readonly id: string;
  /** Unique among the trunks that are not archived. */
  readonly name: string;
  /** Default transport of the gateways. */
  readonly transport: SipTransport;
  /** Codecs in order of preference. */
  readonly codec_preference: readonly Codec[];
  /** How DTMF digits are sent. */
  readonly dtmf_mode: DtmfMode;
  /** How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk (`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and gateways come after them. */
  readonly registration_mode: RegistrationMode;
  /** Caller ID of outbound calls. */
  readonly caller_id_strategy: CallerIdStrategy;
  /** Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected. */
  readonly caller_id_override: string | null;
  /** Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user name of a registered system. Without one, such calls need an override, or are rejected with 403. Removed when the number is released. */
  readonly default_caller_id: string | null;
  /** Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4. */
  readonly inbound_cidrs: readonly string[];
  /** Limit of concurrent calls; null: no limit. */
  readonly max_concurrent_calls: number | null;
  /** Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls are rejected with 503. */
  readonly max_calls_per_second: number | null;
  /** Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or `national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164. */
  readonly number_format: NumberFormat;
  /** Digits, * or # before the called number in the request URI of calls to gateways. */
  readonly number_prefix: string | null;
  /** Media of calls to gateways. SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`. */
  readonly media_encryption: MediaEncryption;
  /** Whether the request URI of calls to gateways has the parameter `user=phone`. */
  readonly user_phone: boolean;
  /** Status of the trunk. */
  readonly status: RouteStatus;
  /** When the trunk was created. */
  readonly created_at: number;
  /** When the trunk was last updated. */
  readonly updated_at: number;
  /** When the trunk was archived. */
  readonly archived_at: number | null;
  /** Whether calls can reach the trunk: it is active, and has an enabled gateway or, with `registration_mode` `register`, a registered system. Calls to the numbers of a trunk that cannot be reached fail, and `simulate` skips it as `no_gateway` or `not_registered`. */
  readonly reachable: boolean;
  /** Why calls would fail at the moment; empty if nothing speaks against them. */
  readonly warnings: readonly RouteWarning[];
  /** Count of gateways. */
  readonly gateway_count: number;
  /** Count of numbers that route to the trunk. */
  readonly number_count: number;
  /** Count of routing profiles with the trunk as target. */
  readonly profile_count: number;
  /** These profiles, by name. */
  readonly profiles: readonly TrunkProfile[];
}

export interface SipTrunkGatewayCreateRequest {
  /** SIP port. On creation it defaults to 5060; 5061 for `tls`, 443 for `wss`. */
  readonly port?: number;
  /** Whether the switch finds the host by SRV records (RFC 3263): request URIs have no port then, and `port` is used only without records. No effect for an IP address, `wss` and ports other than 5060 (`tls`: 5061). */
  readonly dns_srv?: boolean;
  /** SIP transport. */
  readonly transport?: SipTransport;
  /** Lower values are tried first. */
  readonly priority?: number;
  /** Relative share of calls within the priority; 0 is tried last. If all are 0, they share equally. */
  readonly weight?: number;
  /** Username for digest authentication. */
  readonly auth_username?: string | null;
  /** Name of the gateway. */
  readonly name: string;
  /** Host name or IP address. Must resolve to public addresses, with `dns_srv` the targets of its SRV records too. */
  readonly host: string;
  /** SIP headers to add to each call, at most 10, with single-line values. Names consist of `X-` and 1 to 40 letters, digits or hyphens. */
  readonly custom_headers?: Readonly<Record<string, string>> | null;
  /** Whether the gateway receives calls. */
  readonly enabled?: boolean;
  /** Password for digest authentication. Stored encrypted, never returned; null clears it. */
  readonly auth_password?: string | null;
}

export interface SipTrunkGatewayUpdateRequest {
  /** SIP port. On creation it defaults to 5060; 5061 for `tls`, 443 for `wss`. */
  readonly port?: number;
  /** Whether the switch finds the host by SRV records (RFC 3263): request URIs have no port then, and `port` is used only without records. No effect for an IP address, `wss` and ports other than 5060 (`tls`: 5061). */
  readonly dns_srv?: boolean;
  /** SIP transport. */
  readonly transport?: SipTransport;
  /** Lower values are tried first. */
  readonly priority?: number;
  /** Relative share of calls within the priority; 0 is tried last. If all are 0, they share equally. */
  readonly weight?: number;
  /** Username for digest authentication. */
  readonly auth_username?: string | null;
  /** Name of the gateway. */
  readonly name?: string;
  /** Host name or IP address. Must resolve to public addresses, with `dns_srv` the targets of its SRV records too. */
  readonly host?: string;
  /** SIP headers to add to each call, at most 10, with single-line values. Names consist of `X-` and 1 to 40 letters, digits or hyphens. */
  readonly custom_headers?: Readonly<Record<string, string>> | null;
  /** Whether the gateway receives calls. */
  readonly enabled?: boolean;
  /** Password for digest authentication. Stored encrypted, never returned; null clears it. */
  readonly auth_password?: string | null;
}

export interface SipTrunkPage {
  /** The items of this page. */
  readonly items: readonly SipTrunk[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface SipTrunkSimulateRequest {
  /** Caller as the telephone system would send it: a number, a SIP URI or `anonymous`. */
  readonly from: string;
  /** Number called: in E.164, or as it is dialled in the country of the account. */
  readonly to: string;
  /** Address that the call comes from. Without it and `auth_user`, the call is placed as the trunk places calls. */
  readonly source_ip?: string;
  /** User that the call is authenticated as. */
  readonly auth_user?: string;
  /** Time of the call. Without it, the current time. */
  readonly at?: number;
}

export interface SipTrunkTestRequest {
  /** Gateway to test. Without it, all gateways of the trunk. */
  readonly gateway_id?: string;
}

export interface SipTrunkUpdateRequest {
  /** Unique among the trunks that are not archived. */
  readonly name?: string;
  /** Default transport of the gateways. */
  readonly transport?: SipTransport;
  /** Codecs in order of preference. */
  readonly codec_preference?: readonly Codec[];
  /** How DTMF digits are sent. */
  readonly dtmf_mode?: DtmfMode;
  /** How calls from the trunk are identified: by their source networks (`static_ip`), or by the credentials of the trunk (`register`). Systems that register with these receive calls without a gateway, the highest `q` first, and gateways come after them. */
  readonly registration_mode?: RegistrationMode;
  /** Caller ID of outbound calls. */
  readonly caller_id_strategy?: CallerIdStrategy;
  /** Caller ID of outbound calls with strategy `override`: a number of the account. Required with it, otherwise rejected. */
  readonly caller_id_override?: string | null;
  /** Number of the account. Caller ID of outbound calls that withhold their number, and of those whose From is no telephone number, such as the user name of a registered system. Without one, such calls need an override, or are rejected with 403. Removed when the number is released. */
  readonly default_caller_id?: string | null;
  /** Source addresses and networks of calls from the trunk: /24 (IPv6: /56) or narrower before the first top-up, then and for verified accounts /16 (/32), for wholesale accounts any. IPv4-mapped addresses are stored as IPv4. */
  readonly inbound_cidrs?: readonly string[];
  /** Limit of concurrent calls; null: no limit. */
  readonly max_concurrent_calls?: number | null;
  /** Maximum outbound calls of the trunk that start per second. Null: as many as the account may start. Beyond it, calls are rejected with 503. */
  readonly max_calls_per_second?: number | null;
  /** Form of the called number in the request URI of calls to gateways: `+e164` (+4930123456), `e164` (4930123456) or `national`, as dialled within its country (030123456). `X-Svc-Number` always has the number in E.164. */
  readonly number_format?: NumberFormat;
  /** Digits, * or # before the called number in the request URI of calls to gateways. */
  readonly number_prefix?: string | null;
  /** Media of calls to gateways. SRTP with keys in SDP (SDES): `off`, `optional` (if the peer accepts it) or `required`. */
  readonly media_encryption?: MediaEncryption;
  /** Whether the request URI of calls to gateways has the parameter `user=phone`. */
  readonly user_phone?: boolean;
  /** A disabled trunk carries no calls. */
  readonly status?: SettableRouteStatus;
}

export type SkipReason = (typeof lists.SKIP_REASONS)[number];

export interface SkippedTarget {
  /** ID of the target. */
  readonly target_id: string;
  /** Why the target is skipped. */
  readonly reason: SkipReason;
  /** Condition that does not match. */
  readonly condition: string | null;
}

export interface SmBatcheCreateRequest {
  /** Active number of the account with the capability `sms`. */
  readonly from: string;
  /** The text, at most 1,600 characters (Unicode code points) after NFC normalization. Line breaks are allowed. */
  readonly body: string;
  /** Replaces typographic punctuation and spaces by look-alikes if the text can then be sent as GSM-7 in no more segments. */
  readonly smart_encoding?: boolean;
  /** Recipients, E.164. An invalid or repeated recipient is refused alone, with the outcome `invalid_input`. */
  readonly recipients: readonly string[];
  /** Sends the messages at this time, at most 30 days ahead. */
  readonly scheduled_at?: number | null;
  /** Any text that names the batch. Its messages have it too. */
  readonly customer_reference?: string | null;
}

export interface SmCreateRequest {
  /** Active number of the account with the capability `sms`. */
  readonly from: string;
  /** The text, at most 1,600 characters (Unicode code points) after NFC normalization. Line breaks are allowed. */
  readonly body: string;
  /** Replaces typographic punctuation and spaces by look-alikes if the text can then be sent as GSM-7 in no more segments. */
  readonly smart_encoding?: boolean;
  /** The recipient. */
  readonly to: string;
  /** Sends the message at this time, at most 30 days ahead. */
  readonly scheduled_at?: number | null;
  /** Any text that names the message. */
  readonly customer_reference?: string | null;
}

export interface SmOptOutDeleteRequest {
  /** How the recipient consented to receive messages again. Stored in the audit trail. */
  readonly reason: string;
}

export interface SmPreviewRequest {
  /** Active number of the account with the capability `sms`. */
  readonly from: string;
  /** The text, at most 1,600 characters (Unicode code points) after NFC normalization. Line breaks are allowed. */
  readonly body: string;
  /** Replaces typographic punctuation and spaces by look-alikes if the text can then be sent as GSM-7 in no more segments. */
  readonly smart_encoding?: boolean;
  /** The recipient. */
  readonly to: string;
}

export interface Sms {
  /** Message ID. */
  readonly id: string;
  /** Direction of the message. */
  readonly direction: SmsDirection;
  /** The sender: E.164, or a short code or name of an inbound message. */
  readonly from: string;
  /** The recipient, E.164. */
  readonly to: string;
  /** The text as it was sent. Null once it is deleted, by default after 30 days. */
  readonly body: string | null;
  /** How the text is encoded. */
  readonly encoding: SmsEncoding;
  /** Segments that the text is divided into, each of which is charged. */
  readonly segments: number;
  /** Inbound: whether parts of the message have not arrived within 24 hours. */
  readonly incomplete: boolean;
  /** Whether the message answers STOP, START or HELP, which is free. */
  readonly automatic: boolean;
  /** `queued`: waits for its time or a carrier. `sent`: a carrier accepted it. `delivered`, `undelivered`: as the carrier reported. `failed`: no carrier accepted it. `received`: inbound. */
  readonly status: SmsStatus;
  /** Why the message is not delivered; null otherwise. `cancelled`: The message was cancelled before a carrier accepted it. `no_carrier`: No carrier serves the recipient. `not_accepted`: No carrier accepted the message within four hours. `recipient_invalid`: The carrier refused the recipient: the number does not exist or cannot receive text messages. `sender_not_allowed`: The carrier does not accept the sender for this recipient, for example because it is not registered. `content_rejected`: The carrier refused the text, for example as spam. `carrier_refused`: The carrier refused the message for another reason. `recipient_opted_out`: The recipient has sent STOP to this number since the message was queued. `number_released`: The number of the sender was released before a carrier accepted the message. `number_suspended`: The number of the sender was suspended before a carrier accepted the message. `account_not_active`: The account was suspended or closed before a carrier accepted the message. `sending_stopped`: An operator stopped the text messages of the account. `blocked_by_alert`: A fraud alert blocked the account before a carrier accepted the message. `outcome_unknown`: The connection to the carrier was lost before its response. The message is not sent again: a receipt or a query decides its status. `undeliverable`: The recipient's network could not deliver the message. `rejected`: The recipient's network rejected the message. `expired`: The recipient could not be reached until the message expired, for example because the phone was off. `state_unknown`: The carrier does not know whether the message was delivered. `no_receipt`: The carrier did not report a result within 72 hours. */
  readonly error_code: SmsErrorCode | null;
  /** Price. Outbound: held while the message is queued; a message that failed is not charged. Inbound: charged when the message is received, 0 unless a rate deck has an inbound price. */
  readonly price_cents: number;
  /** ID of the account's number. */
  readonly number_id: string;
  /** Your reference. */
  readonly customer_reference: string | null;
  /** Time of creation. */
  readonly created_at: number;
  /** Time before which the message is not sent; null: at once. */
  readonly scheduled_at: number | null;
  /** Time at which a carrier accepted the message. */
  readonly sent_at: number | null;
  /** Time of delivery. */
  readonly delivered_at: number | null;
}

export interface SmsBatch {
  /** Batch ID. */
  readonly id: string;
  /** The sender. */
  readonly from: string;
  /** How the text is encoded. */
  readonly encoding: SmsEncoding;
  /** Segments of each message. */
  readonly segments: number;
  /** Number of recipients. */
  readonly total: number;
  /** Number of recipients with a message. The others were refused and are not charged. */
  readonly accepted: number;
  /** Your reference. */
  readonly customer_reference: string | null;
  /** Time before which the messages are not sent; null: at once. */
  readonly scheduled_at: number | null;
  /** Time of creation. */
  readonly created_at: number;
}

export interface SmsBatchDetails {
  /** Batch ID. */
  readonly id: string;
  /** The sender. */
  readonly from: string;
  /** How the text is encoded. */
  readonly encoding: SmsEncoding;
  /** Segments of each message. */
  readonly segments: number;
  /** Number of recipients. */
  readonly total: number;
  /** Number of recipients with a message. The others were refused and are not charged. */
  readonly accepted: number;
  /** Your reference. */
  readonly customer_reference: string | null;
  /** Time before which the messages are not sent; null: at once. */
  readonly scheduled_at: number | null;
  /** Time of creation. */
  readonly created_at: number;
  /** Total price of the messages, without failed ones. */
  readonly price_cents: number;
  /** The outcome of each recipient, in the order in which they were given. */
  readonly items: readonly SmsBatchItem[];
}

export interface SmsBatchItem {
  /** The recipient as it was given. */
  readonly to: string;
  /** Whether there is a message for the recipient. */
  readonly ok: boolean;
  /** Message ID; null for a recipient that was refused. */
  readonly sms_id: string | null;
  /** Current status of the message; null for a recipient that was refused. */
  readonly status: SmsStatus | null;
  /** Price of the message; 0 without a message, or if it failed. */
  readonly price_cents: number;
  /** Why the recipient was refused, as `POST /v1/sms` would have: `invalid_input`, `recipient_opted_out`, `destination_not_allowed`, `insufficient_balance`, `spend_cap_reached` and others; or the `error_code` of the message. */
  readonly error_code: string | null;
  /** Human-readable reason. */
  readonly error_message: string | null;
}

export interface SmsBatchPage {
  /** The items of this page. */
  readonly items: readonly SmsBatch[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type SmsDirection = (typeof lists.SMS_DIRECTIONS)[number];

export type SmsEncoding = (typeof lists.SMS_ENCODINGS)[number];

export type SmsErrorCode = (typeof lists.SMS_ERROR_CODES)[number];

export interface SmsPage {
  /** The items of this page. */
  readonly items: readonly Sms[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface SmsPreview {
  /** How the text is encoded. */
  readonly encoding: SmsEncoding;
  /** Segments that the text is divided into, each of which is charged. */
  readonly segments: number;
  /** Price: ceil(segments × price per segment). */
  readonly price_cents: number;
  /** The text as it would be sent. */
  readonly normalised_body: string;
}

export interface SmsRate {
  /** Prefix of the number, without +; empty for every number. */
  readonly prefix: string;
  /** Destination. */
  readonly description: string;
  /** Direction of the message. */
  readonly direction: CallDirection;
  /** Exact human-readable price per segment. */
  readonly price_per_segment_display: string;
  /** Price per segment, in millionths of a cent. */
  readonly price_per_segment_microcents: number;
  /** Time since which the price applies. */
  readonly effective_from: number;
}

export interface SmsRates {
  /** Prices, longest prefix first. */
  readonly items: readonly SmsRate[];
}

export interface SmsReceivedData {
  /** ID of the message. */
  readonly message_id: string;
  /** ID of the recipient's number. */
  readonly number_id: string;
  /** The sender: a number, a short code or a name. */
  readonly from: string;
  /** The number that received the message. */
  readonly to: string;
  /** The text, in webhook deliveries alone while it is stored; null elsewhere: read it with `GET /sms/{id}`. */
  readonly body: string | null;
  /** Number of parts that arrived. */
  readonly segments: number;
  /** What receiving the message costs; 0 unless a rate deck has an inbound price. */
  readonly price_cents: number;
  /** Whether parts of a long message are missing, because they did not arrive within 24 hours. */
  readonly incomplete: boolean;
  /** What the sender asks for with a word such as STOP; null for other messages. */
  readonly keyword: 'stop' | 'start' | 'help' | null;
  /** When the message arrived. */
  readonly received_at: number;
}

export interface SmsReceivedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'sms.received';
  /** What the event is about. */
  readonly data: SmsReceivedData;
}

export type SmsStatus = (typeof lists.SMS_STATUSES)[number];

export interface SmsStatusChangedData {
  /** ID of the message. */
  readonly message_id: string;
  /** ID of the sender's number. */
  readonly number_id: string;
  /** The sender. */
  readonly from: string;
  /** The recipient. */
  readonly to: string;
  /** The new status. */
  readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed';
  /** Why the message is not delivered, as `error_code` of the message explains; null otherwise. */
  readonly error_code: string | null;
  /** Segments that are charged. */
  readonly segments: number;
  /** Price of the message; 0 if no carrier accepted it. */
  readonly price_cents: number;
  /** Reference that was given when the message was sent. */
  readonly customer_reference: string | null;
}

export interface SmsStatusChangedEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'sms.status_changed';
  /** What the event is about. */
  readonly data: SmsStatusChangedData;
}

export type SortOrder = (typeof lists.SORT_ORDERS)[number];

export type SubscribedEventType = (typeof lists.SUBSCRIBED_EVENT_TYPES)[number];

export type SwitchTransport = (typeof lists.SWITCH_TRANSPORTS)[number];

export type TargetKind = (typeof lists.TARGET_KINDS)[number];

export type Tier = (typeof lists.TIERS)[number];

export interface TimeWindow {
  /** Days on which the window starts. */
  readonly days: readonly Weekday[];
  /** Local time, HH:MM. */
  readonly start: string;
  /** Local time, HH:MM, exclusive. A window that ends before it starts continues past midnight. */
  readonly end: string;
}

export interface Topup {
  /** Top-up ID. */
  readonly id: string;
  /** `processing`: the outcome is not known yet. `requires_action`: the customer must authenticate with `client_secret`. `succeeded`: the balance was credited. `failed`: the balance was not credited. */
  readonly status: TopupStatus;
  /** Amount charged, in cents. */
  readonly amount_cents: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Payment method to charge. */
  readonly payment_method_id: string;
  /** Payment ID at the card processor, once known. */
  readonly processor_payment_intent_id: string | null;
  /** Secret for the processor's browser SDK while authentication is required. It can complete the payment, so it is null for callers without `billing:write`. */
  readonly client_secret: string | null;
  /** Transaction that credited the balance. */
  readonly transaction_id: string | null;
  /** Failure code of the processor. */
  readonly failure_code: string | null;
  /** Human-readable reason. */
  readonly failure_message: string | null;
  /** Whether auto-recharge started the top-up. */
  readonly auto: boolean;
  /** Creation time. */
  readonly created_at: number;
  /** Time when it succeeded or failed. */
  readonly completed_at: number | null;
}

export interface TopupPage {
  /** The items of this page. */
  readonly items: readonly Topup[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type TopupStatus = (typeof lists.TOPUP_STATUSES)[number];

export interface TotpOffer {
  /** Type of second factor. */
  readonly method: MfaSetupMethod;
  /** Secret in base32, for manual entry in an app. */
  readonly secret: string;
  /** The secret as a URI, for a QR code. */
  readonly otpauth_uri: string;
  /** User name that apps display. */
  readonly account_label: string;
  /** Issuer that apps display. */
  readonly issuer: string;
}

export interface Transaction {
  /** Transaction ID. */
  readonly id: string;
  /** Kind of transaction. */
  readonly kind: TransactionKind;
  /** Signed amount in cents: positive for a credit, negative for a debit. */
  readonly amount_cents: number;
  /** Human-readable amount. */
  readonly amount_display: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Human-readable description. */
  readonly description: string;
  /** Type of the related resource. */
  readonly related_kind: string | null;
  /** ID of the related resource. */
  readonly related_id: string | null;
  /** Payment ID at the card processor. */
  readonly processor_payment_intent_id: string | null;
  /** Balance after this transaction, in cents. */
  readonly balance_after_cents: number;
  /** Human-readable balance. */
  readonly balance_after_display: string;
  /** Posting time. */
  readonly created_at: number;
}

export type TransactionKind = (typeof lists.TRANSACTION_KINDS)[number];

export interface TransactionPage {
  /** The items of this page. */
  readonly items: readonly Transaction[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface TrunkConnection {
  /** Host that calls and registrations are sent to, domain of SIP users and realm of their digests. */
  readonly sip_domain: string;
  /** Username for registration; null unless `registration_mode` is `register`. */
  readonly sip_username: string | null;
  /** Where the switch accepts SIP. */
  readonly sip_ports: readonly SipPort[];
  /** Addresses and networks from which the switch sends SIP. Empty if the operator has not named them. */
  readonly sip_networks: readonly string[];
  /** Addresses and networks from which the switch sends the sound of calls (RTP). Empty as above. */
  readonly rtp_networks: readonly string[];
  /** Ports from and to which the switch sends RTP; null if the operator has not named them. */
  readonly rtp_ports: string | null;
}

export interface TrunkCredentials {
  /** Username for registration. */
  readonly sip_username: string;
  /** Password for registration. Returned only once. */
  readonly sip_password: string;
  /** Domain for registration, and realm of the digest. */
  readonly sip_domain: string;
  /** When the credentials were created. */
  readonly created_at: number;
}

export interface TrunkGatewayDownData {
  /** ID of the gateway. */
  readonly gateway_id: string;
  /** ID of its trunk. */
  readonly trunk_id: string;
  /** Name of the gateway. */
  readonly name: string;
  /** SIP status of the failed probe or call; null without a response. */
  readonly sip_code: number | null;
}

export interface TrunkGatewayDownEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'trunk.gateway.down';
  /** What the event is about. */
  readonly data: TrunkGatewayDownData;
}

export interface TrunkGatewayUpData {
  /** ID of the gateway. */
  readonly gateway_id: string;
  /** ID of its trunk. */
  readonly trunk_id: string;
  /** Name of the gateway. */
  readonly name: string;
}

export interface TrunkGatewayUpEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'trunk.gateway.up';
  /** What the event is about. */
  readonly data: TrunkGatewayUpData;
}

export interface TrunkProfile {
  /** ID of the profile. */
  readonly id: string;
  /** Name of the profile. */
  readonly name: string;
  /** Count of numbers that route to it. */
  readonly number_count: number;
}

export interface TrunkRegisteredData {
  /** ID of the trunk. */
  readonly trunk_id: string;
  /** Name of the trunk. */
  readonly name: string;
  /** Address that the system registered from; null if the switch knows only its host name. */
  readonly contact_ip: string | null;
  /** User-Agent of the system; null without one. */
  readonly user_agent: string | null;
  /** When the registration expires, unless the system refreshes it. */
  readonly expires_at: number;
}

export interface TrunkRegisteredEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'trunk.registered';
  /** What the event is about. */
  readonly data: TrunkRegisteredData;
}

export interface TrunkStatus {
  /** ID of the trunk. */
  readonly trunk_id: string;
  /** Registration of the preferred system; null unless `registration_mode` is `register`. */
  readonly registration: Registration | null;
  /** Registered systems, in the order in which calls try them. */
  readonly contacts: readonly RegisteredContact[];
  /** Gateways by priority, then by descending weight. */
  readonly gateways: readonly GatewayState[];
  /** Calls in progress to and from the trunk. */
  readonly active_calls: number;
}

export interface TrunkStatuses {
  /** Status by trunk. */
  readonly items: readonly TrunkStatus[];
}

export interface TrunkTest {
  /** Results by gateway. */
  readonly items: readonly GatewayTest[];
}

export interface TrunkUnregisteredData {
  /** ID of the trunk. */
  readonly trunk_id: string;
  /** Name of the trunk. */
  readonly name: string;
  /** Address that the system registered from; null if the switch knows only its host name. */
  readonly contact_ip: string | null;
  /** User-Agent of the system; null without one. */
  readonly user_agent: string | null;
  /** `expired` if the system did not refresh its registration, or the credentials of the trunk were replaced. */
  readonly reason: 'unregistered' | 'expired';
}

export interface TrunkUnregisteredEvent {
  /** ID of the event, the same in every delivery. Use it to detect duplicates. */
  readonly id: string;
  /** When the event occurred. */
  readonly created_at: number;
  /** Type of the event. */
  readonly type: 'trunk.unregistered';
  /** What the event is about. */
  readonly data: TrunkUnregisteredData;
}

export interface TypeCoverage {
  /** Type of the number. */
  readonly number_type: NumberType;
  /** Capabilities of the number. */
  readonly capabilities: readonly NumberCapability[];
  /** Whether documents are required to activate the number. */
  readonly requires_activation: boolean;
  /** Lowest monthly price. Null when no supplier reports one. */
  readonly from_monthly_price_cents: number | null;
}

export interface UnlinkedIdentity {
  /** ID of the unlinked identity. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

export interface Usage {
  /** Rows, ordered by key. */
  readonly items: readonly UsageRow[];
}

export type UsageGroup = (typeof lists.USAGE_GROUPS)[number];

export interface UsageRow {
  /** A UTC day (2026-11-30) or month (2026-11); a kind: usage_inbound, usage_outbound, number_monthly, number_setup, port_fee, sms_inbound, sms_outbound, sms (no direction), other; a day and a kind (2026-11-30 other); a number; a trunk ID; or a country. `none` for calls without a value. */
  readonly key: string;
  /** Number of calls, including unanswered ones. */
  readonly calls: number;
  /** Total seconds from answer to hangup. */
  readonly billable_s: number;
  /** Amount charged, in cents. */
  readonly cost_cents: number;
  /** Number of charges: one for each month or set-up of a number, each port, each message, and each call with a price. */
  readonly charges: number;
}

export interface User {
  /** User ID. */
  readonly id: string;
  /** Email address in lower case. */
  readonly email: string;
  /** Full name of the user. */
  readonly name: string;
  /** Role in the selected account. */
  readonly role: Role;
  /** Whether the email address is verified. */
  readonly email_verified: boolean;
  /** Whether the phone number is verified. */
  readonly phone_verified: boolean;
  /** Second factor; null if none is enabled. */
  readonly mfa_method: MfaMethod | null;
}

export interface UserChangeEmailRequest {
  /** New email address. */
  readonly new_email: string;
  /** Password. Required, unless the user has none and signed in within 15 minutes. */
  readonly password?: string;
}

export interface UserSendPhoneCodeRequest {
  /** Number of a mobile phone in E.164 format. */
  readonly phone_e164: string;
}

export interface UserUpdateRequest {
  /** Full name of the user. */
  readonly name?: string;
  /** Phone number in E.164 format. Null removes it. A new number is unverified. */
  readonly phone_e164?: string | null;
}

export interface UserVerifyPhoneRequest {
  /** Six digits from the text message. Blanks and dashes are ignored. */
  readonly code: string;
}

export type ValidationCode = (typeof lists.VALIDATION_CODES)[number];

export type Verification = (typeof lists.VERIFICATIONS)[number];

export type VerifyEmailNextStep = (typeof lists.VERIFY_EMAIL_NEXT_STEPS)[number];

export interface Warning {
  /** Machine-readable warning. */
  readonly code: CatalogWarning;
  /** Human-readable warning. */
  readonly message: string;
}

export interface WebhookAttempt {
  /** When the request was sent. */
  readonly at: number;
  /** Status of the response; null without one. */
  readonly status_code: number | null;
  /** Duration in milliseconds. */
  readonly duration_ms: number;
  /** Why there was no response; null with one. */
  readonly error: string | null;
  /** The beginning of the body of the response; null for an empty one. */
  readonly response_excerpt: string | null;
}

export interface WebhookCreateRequest {
  /** Receives the events by POST. A public https URL without credentials and fragment. */
  readonly url: string;
  /** The event types to send. `*` stands for all types, also future ones. */
  readonly event_types: readonly SubscribedEventType[];
  /** For your own use. */
  readonly description?: string | null;
  /** Whether events are sent. Disabling abandons pending deliveries. */
  readonly enabled?: boolean;
}

export interface WebhookDelivery {
  /** ID of the delivery. */
  readonly id: string;
  /** ID of the event. That of a test is not listed by `GET /v1/events`. */
  readonly event_id: string;
  /** Type of the event. */
  readonly event_type: EventType;
  /** ID of the endpoint. */
  readonly endpoint_id: string;
  /** `failed`: the last attempt failed. `abandoned`: the endpoint was disabled before. */
  readonly status: WebhookDeliveryStatus;
  /** Whether it is a test: the payload has `test: true`. */
  readonly test: boolean;
  /** The last 50 attempts, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** The next attempt; null unless `pending`. */
  readonly next_attempt_at: number | null;
  /** When the delivery was created. */
  readonly created_at: number;
}

export interface WebhookDeliveryPage {
  /** The items of this page. */
  readonly items: readonly WebhookDelivery[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type WebhookDeliveryStatus = (typeof lists.WEBHOOK_DELIVERY_STATUSES)[number];

export type WebhookDisabledReason = (typeof lists.WEBHOOK_DISABLED_REASONS)[number];

export interface WebhookEndpoint {
  /** ID of the endpoint. */
  readonly id: string;
  /** Receives the events by POST. A public https URL without credentials and fragment. */
  readonly url: string;
  /** The event types to send. `*` stands for all types, also future ones. */
  readonly event_types: readonly SubscribedEventType[];
  /** For your own use. */
  readonly description: string | null;
  /** The number whose `sms_webhook_url` this is; null for an endpoint of the account. */
  readonly number_id: string | null;
  /** `failing`: enabled, and the last five attempts or more have failed. */
  readonly status: WebhookEndpointStatus;
  /** Why the endpoint is disabled. `requested`: by you. `gone`: it answered 410. `failures`: every attempt of five days failed. */
  readonly disabled_reason: WebhookDisabledReason | null;
  /** The first characters of the signing secret. */
  readonly secret_prefix: string;
  /** The last successful attempt. */
  readonly last_success_at: number | null;
  /** The last failed attempt. */
  readonly last_failure_at: number | null;
  /** Failed attempts since the last successful one. */
  readonly consecutive_failures: number;
  /** When the endpoint was created. */
  readonly created_at: number;
  /** When the endpoint was last changed. */
  readonly updated_at: number;
}

export interface WebhookEndpointPage {
  /** The items of this page. */
  readonly items: readonly WebhookEndpoint[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type WebhookEndpointStatus = (typeof lists.WEBHOOK_ENDPOINT_STATUSES)[number];

export interface WebhookReplay {
  /** Number of deliveries that will be sent. */
  readonly queued: number;
}

export interface WebhookReplayRequest {
  /** Only events created at or after this time. */
  readonly from: number;
  /** Only events created before this time, at most 7 days after `from`. */
  readonly to: number;
  /** Only events of these types. Without it, the types of the endpoint. */
  readonly event_types?: readonly EventType[];
  /** Only deliveries that are `failed` or `abandoned`. */
  readonly only_failed?: boolean;
}

export interface WebhookRotateSecretRequest {
  /** Seconds for which the previous secret also signs. 0 ends all older secrets at once. */
  readonly overlap_s?: number;
}

export interface WebhookTestRequest {
  /** The type whose example is sent. */
  readonly event_type: EventType;
}

export interface WebhookUpdateRequest {
  /** Receives the events by POST. A public https URL without credentials and fragment. */
  readonly url?: string;
  /** The event types to send. `*` stands for all types, also future ones. */
  readonly event_types?: readonly SubscribedEventType[];
  /** For your own use. */
  readonly description?: string | null;
  /** Whether events are sent. Disabling abandons pending deliveries. */
  readonly enabled?: boolean;
}

export interface WebrtcToken {
  /** Username for registration. */
  readonly sip_username: string;
  /** Password for registration. Returned only once. */
  readonly sip_password: string;
  /** Domain and realm for registration. */
  readonly sip_domain: string;
  /** URL for SIP over WebSocket. */
  readonly wss_url: string;
  /** Servers for `RTCPeerConnection`. */
  readonly ice_servers: readonly IceServer[];
  /** When the credentials expire, an hour after they were issued. */
  readonly expires_at: number;
}

export interface WebrtcUser {
  /** ID of the WebRTC user. */
  readonly id: string;
  /** Unique among the WebRTC users of the account. */
  readonly name: string;
  /** Number of the account that outbound calls of the user show when the browser states no other one; null: none. */
  readonly default_caller_id: string | null;
  /** A disabled user receives no calls and gets no tokens. */
  readonly status: WebrtcUserStatus;
  /** When the user was created. */
  readonly created_at: number;
  /** When the user was last updated. */
  readonly updated_at: number;
}

export interface WebrtcUserCreateRequest {
  /** Unique among the WebRTC users of the account. */
  readonly name: string;
  /** Number of the account that outbound calls of the user show when the browser states no other one; null: none. */
  readonly default_caller_id?: string | null;
}

export interface WebrtcUserPage {
  /** The items of this page. */
  readonly items: readonly WebrtcUser[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export type WebrtcUserStatus = (typeof lists.WEBRTC_USER_STATUSES)[number];

export interface WebrtcUserUpdateRequest {
  /** Unique among the WebRTC users of the account. */
  readonly name?: string;
  /** Number of the account that outbound calls of the user show when the browser states no other one; null: none. */
  readonly default_caller_id?: string | null;
  /** Disabling a user revokes its tokens. */
  readonly status?: WebrtcUserStatus;
}

export type Weekday = (typeof lists.WEEKDAYS)[number];

export interface NumbersImportQuery {
  /** Checks the file, and changes nothing. */
  readonly dry_run?: boolean;
}

export interface NumbersJobsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface NumbersItemsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only numbers that were changed, or only those that could not be. */
  readonly ok?: boolean;
}

export interface NumbersListQuery {
  /** Only these numbers, by their IDs. */
  readonly id?: readonly string[];
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only these statuses. */
  readonly status?: readonly NumberStatus[];
  /** Only numbers of these countries. */
  readonly country?: readonly string[];
  /** Only numbers of these types. */
  readonly number_type?: readonly NumberType[];
  /** Only numbers that route to one of these trunks. */
  readonly trunk_id?: readonly string[];
  /** Only numbers that route to one of these routing profiles. */
  readonly routing_profile_id?: readonly string[];
  /** Only numbers with one of these bundles. */
  readonly compliance_bundle_id?: readonly string[];
  /** Filters by whether the number has no route. */
  readonly unrouted?: boolean;
  /** Filters by whether the number is past due. */
  readonly past_due?: boolean;
  /** Filters by whether a release is scheduled. */
  readonly release_scheduled?: boolean;
  /** Filters by whether a change of the monthly price is announced. */
  readonly price_changing?: boolean;
  /** Digits anywhere in the number, from its start with `+`. Any other text is a part of the label, a tag or the notes, without regard to case, accents and hyphens. */
  readonly q?: string;
  /** Part of the label, without regard to case, accents and hyphens. */
  readonly label?: string;
  /** Required tags, comma-separated. */
  readonly tag?: readonly string[];
  /** Beginning of the name of the region, without regard to case, accents and hyphens. */
  readonly region?: string;
  /** Beginning of the name of the city, without regard to case, accents and hyphens. */
  readonly city?: string;
  /** Required capabilities, comma-separated. */
  readonly capabilities?: readonly NumberCapability[];
  /** Only numbers ordered at or after this time. */
  readonly assigned_from?: number;
  /** Only numbers ordered before this time. */
  readonly assigned_to?: number;
  /** Sort key. */
  readonly sort?: 'assigned_at' | 'e164' | 'next_billing_at';
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface NumbersCountGetQuery {
  /** Only these numbers, by their IDs. */
  readonly id?: readonly string[];
  /** Only these statuses. */
  readonly status?: readonly NumberStatus[];
  /** Only numbers of these countries. */
  readonly country?: readonly string[];
  /** Only numbers of these types. */
  readonly number_type?: readonly NumberType[];
  /** Only numbers that route to one of these trunks. */
  readonly trunk_id?: readonly string[];
  /** Only numbers that route to one of these routing profiles. */
  readonly routing_profile_id?: readonly string[];
  /** Only numbers with one of these bundles. */
  readonly compliance_bundle_id?: readonly string[];
  /** Filters by whether the number has no route. */
  readonly unrouted?: boolean;
  /** Filters by whether the number is past due. */
  readonly past_due?: boolean;
  /** Filters by whether a release is scheduled. */
  readonly release_scheduled?: boolean;
  /** Filters by whether a change of the monthly price is announced. */
  readonly price_changing?: boolean;
  /** Digits anywhere in the number, from its start with `+`. Any other text is a part of the label, a tag or the notes, without regard to case, accents and hyphens. */
  readonly q?: string;
  /** Part of the label, without regard to case, accents and hyphens. */
  readonly label?: string;
  /** Required tags, comma-separated. */
  readonly tag?: readonly string[];
  /** Beginning of the name of the region, without regard to case, accents and hyphens. */
  readonly region?: string;
  /** Beginning of the name of the city, without regard to case, accents and hyphens. */
  readonly city?: string;
  /** Required capabilities, comma-separated. */
  readonly capabilities?: readonly NumberCapability[];
  /** Only numbers ordered at or after this time. */
  readonly assigned_from?: number;
  /** Only numbers ordered before this time. */
  readonly assigned_to?: number;
  /** Whether to return `states`. */
  readonly states?: boolean;
}

export interface NumbersHistoryListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface CatalogSearchQuery {
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type?: NumberType;
  /** Alias of `number_type`. */
  readonly type?: NumberType;
  /** National destination code without the trunk 0. */
  readonly area_code?: string;
  /** Alias of `area_code`. */
  readonly area?: string;
  /** Prefix of the city name, without regard to case, accents and hyphens. */
  readonly city?: string;
  /** Prefix of the region name, without regard to case, accents and hyphens. */
  readonly region?: string;
  /** Leading digits of the national number. Live results only. */
  readonly starts_with?: string;
  /** Digits anywhere in the national number. Live results only. */
  readonly contains?: string;
  /** Trailing digits of the national number. Live results only. */
  readonly ends_with?: string;
  /** Required capabilities, comma-separated. */
  readonly capabilities?: readonly NumberCapability[];
  /** `live`: specific numbers. `availability`: any number of an area. */
  readonly source?: 'all' | 'live' | 'availability';
  /** Whether documents are required to activate the number. */
  readonly requires_activation?: boolean;
  /** Highest monthly price. */
  readonly max_monthly_price_cents?: number;
  /** Sort key; ascending. */
  readonly sort?: 'relevance' | 'price' | 'e164';
  /** Results per page. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
}

export interface CatalogAreasListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Type of the number. */
  readonly number_type?: NumberType;
  /** Prefix of the area code, or of the name of the city or region, without regard to case, accents and hyphens. */
  readonly q?: string;
}

export interface CatalogRequirementsGetQuery {
  /** ISO 3166-1 alpha-2 country code; `ZZ` for iNum (+883). */
  readonly country: string;
  /** Type of the number. */
  readonly number_type: NumberType;
  /** Only requirements for this kind of end user. */
  readonly end_user_kind?: EndUserKind;
}

export interface CheckoutsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only checkouts with these statuses. */
  readonly status?: readonly CheckoutStatus[];
  /** Only checkouts started at or after this time. */
  readonly from?: number;
  /** Only checkouts started before this time. */
  readonly to?: number;
}

export interface NumberOrdersListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only orders with these statuses. */
  readonly status?: readonly OrderStatus[];
  /** Only orders for these countries. */
  readonly country?: readonly string[];
  /** Only orders placed at or after this time. */
  readonly from?: number;
  /** Only orders placed before this time. */
  readonly to?: number;
}

export interface PortingPortOutsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only these statuses. */
  readonly status?: readonly PortOutStatus[];
  /** Only requests for this number. */
  readonly e164?: string;
  /** Sort order, by the time of entry. */
  readonly order?: SortOrder;
}

export interface PortingLoaDownloadQuery {
  /** Language of the letter. Without it, that of the country of the numbers where there is a template, else English. */
  readonly language?: LetterLanguage;
}

export interface PortingRequestsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only these statuses. */
  readonly status?: readonly PortStatus[];
  /** Only ports of this number. */
  readonly e164?: string;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface PortingEventsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface PortingCommentsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface CdrsExportsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface ExportsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only these kinds, comma-separated. */
  readonly kind?: readonly ExportKind[];
}

export interface CdrsListQuery {
  /** Only calls that started at or after this time. Records are stored for 400 days unless configured otherwise. */
  readonly from?: number;
  /** Only calls that started before this time. */
  readonly to?: number;
  /** Only records created at or after this time. Use it to poll, with `sort=created_at&order=asc`: a record is created when its call ends, so polling by start time misses long calls. Start with 0. */
  readonly created_from?: number;
  /** Only records created before this time. */
  readonly created_to?: number;
  /** Direction of the call. */
  readonly direction?: CallDirection;
  /** The account's number on the call. */
  readonly e164?: string;
  /** ID of the account's number. */
  readonly number_id?: string;
  /** ID of the routing profile. */
  readonly routing_profile_id?: string;
  /** ID of the SIP trunk that answered or was tried last, or that the number routes to. */
  readonly sip_trunk_id?: string;
  /** Exact reference that was given when the call was placed. */
  readonly customer_reference?: string;
  /** Exact caller, or a prefix followed by `*`. Matches only the visible part of redacted values. */
  readonly caller?: string;
  /** Exact callee, or a prefix followed by `*`. See `caller`. */
  readonly callee?: string;
  /** Exact caller or callee, or a prefix followed by `*`. See `caller`. */
  readonly party?: string;
  /** What the caller, the callee or the SIP Call-ID begins with. Digits without `+` are those of a number in E.164. Hidden digits are not matched. */
  readonly q?: string;
  /** Only these countries of the remote party, comma-separated. */
  readonly country?: readonly string[];
  /** Only these hangup causes, comma-separated. */
  readonly hangup_cause?: readonly HangupCause[];
  /** Only these final SIP response codes, comma-separated. */
  readonly sip_response_code?: readonly number[];
  /** Filters by whether the call was answered. */
  readonly answered?: boolean;
  /** Minimum billable seconds. */
  readonly min_billable_s?: number;
  /** Maximum billable seconds. */
  readonly max_billable_s?: number;
  /** Minimum price of the call. */
  readonly min_cost_cents?: number;
  /** Items per page. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Sort key. */
  readonly sort?: 'started_at' | 'created_at' | 'billable_duration_s' | 'customer_total_cents';
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface CdrsSummaryGetQuery {
  /** Only calls that started at or after this time. Records are stored for 400 days unless configured otherwise. */
  readonly from?: number;
  /** Only calls that started before this time. */
  readonly to?: number;
  /** Only records created at or after this time. Use it to poll, with `sort=created_at&order=asc`: a record is created when its call ends, so polling by start time misses long calls. Start with 0. */
  readonly created_from?: number;
  /** Only records created before this time. */
  readonly created_to?: number;
  /** Direction of the call. */
  readonly direction?: CallDirection;
  /** The account's number on the call. */
  readonly e164?: string;
  /** ID of the account's number. */
  readonly number_id?: string;
  /** ID of the routing profile. */
  readonly routing_profile_id?: string;
  /** ID of the SIP trunk that answered or was tried last, or that the number routes to. */
  readonly sip_trunk_id?: string;
  /** Exact reference that was given when the call was placed. */
  readonly customer_reference?: string;
  /** Exact caller, or a prefix followed by `*`. Matches only the visible part of redacted values. */
  readonly caller?: string;
  /** Exact callee, or a prefix followed by `*`. See `caller`. */
  readonly callee?: string;
  /** Exact caller or callee, or a prefix followed by `*`. See `caller`. */
  readonly party?: string;
  /** What the caller, the callee or the SIP Call-ID begins with. Digits without `+` are those of a number in E.164. Hidden digits are not matched. */
  readonly q?: string;
  /** Only these countries of the remote party, comma-separated. */
  readonly country?: readonly string[];
  /** Only these hangup causes, comma-separated. */
  readonly hangup_cause?: readonly HangupCause[];
  /** Only these final SIP response codes, comma-separated. */
  readonly sip_response_code?: readonly number[];
  /** Filters by whether the call was answered. */
  readonly answered?: boolean;
  /** Minimum billable seconds. */
  readonly min_billable_s?: number;
  /** Maximum billable seconds. */
  readonly max_billable_s?: number;
  /** Minimum price of the call. */
  readonly min_cost_cents?: number;
  /** One or two different groups, comma-separated. */
  readonly group_by?: readonly CdrSummaryGroup[];
  /** IANA time zone by whose clock hours, days and months begin. */
  readonly timezone?: string;
  /** Sort order by `key`. */
  readonly order?: SortOrder;
  /** Groups per page. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
}

export interface CdrsStreamQuery {
  /** Only calls that started at or after this time. Records are stored for 400 days unless configured otherwise. */
  readonly from?: number;
  /** Only calls that started before this time. */
  readonly to?: number;
  /** Only records created at or after this time. Use it to poll, with `sort=created_at&order=asc`: a record is created when its call ends, so polling by start time misses long calls. Start with 0. */
  readonly created_from?: number;
  /** Only records created before this time. */
  readonly created_to?: number;
  /** Direction of the call. */
  readonly direction?: CallDirection;
  /** The account's number on the call. */
  readonly e164?: string;
  /** ID of the account's number. */
  readonly number_id?: string;
  /** ID of the routing profile. */
  readonly routing_profile_id?: string;
  /** ID of the SIP trunk that answered or was tried last, or that the number routes to. */
  readonly sip_trunk_id?: string;
  /** Exact reference that was given when the call was placed. */
  readonly customer_reference?: string;
  /** Exact caller, or a prefix followed by `*`. Matches only the visible part of redacted values. */
  readonly caller?: string;
  /** Exact callee, or a prefix followed by `*`. See `caller`. */
  readonly callee?: string;
  /** Exact caller or callee, or a prefix followed by `*`. See `caller`. */
  readonly party?: string;
  /** What the caller, the callee or the SIP Call-ID begins with. Digits without `+` are those of a number in E.164. Hidden digits are not matched. */
  readonly q?: string;
  /** Only these countries of the remote party, comma-separated. */
  readonly country?: readonly string[];
  /** Only these hangup causes, comma-separated. */
  readonly hangup_cause?: readonly HangupCause[];
  /** Only these final SIP response codes, comma-separated. */
  readonly sip_response_code?: readonly number[];
  /** Filters by whether the call was answered. */
  readonly answered?: boolean;
  /** Minimum billable seconds. */
  readonly min_billable_s?: number;
  /** Maximum billable seconds. */
  readonly max_billable_s?: number;
  /** Minimum price of the call. */
  readonly min_cost_cents?: number;
}

export interface DashboardSummaryGetQuery {
  /** Bypasses the cache. Sessions only, at most once per minute. */
  readonly fresh?: boolean;
}

export interface AlarmsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only alarms in this state. */
  readonly state?: AlarmState;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface BillingTransactionsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by kind, comma-separated. */
  readonly kind?: readonly TransactionKind[];
  /** Only transactions posted at or after this time. */
  readonly from?: number;
  /** Only transactions posted before this time. */
  readonly to?: number;
  /** Filters by type of the related resource. */
  readonly related_kind?: string;
  /** Filters by ID of the related resource. */
  readonly related_id?: string;
  /** Minimum signed amount, in cents. */
  readonly min_amount_cents?: number;
  /** Maximum signed amount, in cents. */
  readonly max_amount_cents?: number;
  /** Sort order, by time. */
  readonly order?: SortOrder;
}

export interface BillingHoldsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface BillingTopupsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status, comma-separated. */
  readonly status?: readonly TopupStatus[];
}

export interface BillingPaymentMethodsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface BillingRatesListQuery {
  /** Called number in E.164 format. The first item is its price. */
  readonly to?: string;
  /** First digits of called numbers, with or without +. Returns the prices of all numbers that start with them. Cannot be combined with `to`. */
  readonly prefix?: string;
  /** Call direction. */
  readonly direction?: CallDirection;
  /** Inbound: only prices for this type of number. */
  readonly number_type?: NumberType;
}

export interface BillingSmsRatesListQuery {
  /** Number in E.164 format. The first item is its price. */
  readonly to?: string;
  /** First digits of numbers, with or without +. Returns the prices of all numbers that start with them. Cannot be combined with `to`. */
  readonly prefix?: string;
  /** Direction of the message. Of inbound messages, the number is the own one. */
  readonly direction?: CallDirection;
}

export interface BillingUsageGetQuery {
  /** Only charges at or after this time, at most 366 days before `to`. Defaults to the start of the current month. */
  readonly from?: number;
  /** Only charges before this time. Defaults to now. */
  readonly to?: number;
  /** Grouping of the rows. */
  readonly group_by?: UsageGroup;
}

export interface InvoicesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status, comma-separated. */
  readonly status?: readonly InvoiceStatus[];
  /** Only periods that start at or after this time. */
  readonly from?: number;
  /** Only periods that start before this time. */
  readonly to?: number;
}

export interface SipTrunksStatusListQuery {
  /** Trunks to report on, by their IDs. */
  readonly id: readonly string[];
}

export interface SipTrunksListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Part of the name, without regard to case, accents and hyphens. */
  readonly q?: string;
  /** Sort key. */
  readonly sort?: RouteSort;
  /** Sort order. */
  readonly order?: SortOrder;
  /** Only these statuses, comma-separated. */
  readonly status?: readonly RouteStatus[];
}

export interface SipTrunksArchiveQuery {
  /** Detaches dependent numbers and disables dependent targets. */
  readonly force?: boolean;
}

export interface SipTrunksGatewaysListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface RoutingProfilesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Part of the name, without regard to case, accents and hyphens. */
  readonly q?: string;
  /** Sort key. */
  readonly sort?: RouteSort;
  /** Sort order. */
  readonly order?: SortOrder;
  /** Only these statuses, comma-separated. */
  readonly status?: readonly RouteStatus[];
  /** Only these strategies, comma-separated. */
  readonly strategy?: readonly RoutingStrategy[];
}

export interface RoutingProfilesArchiveQuery {
  /** Detaches dependent numbers and disables dependent targets. */
  readonly force?: boolean;
}

export interface WebrtcUsersListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Part of the name, without regard to case, accents and hyphens. */
  readonly q?: string;
  /** Sort key. */
  readonly sort?: RouteSort;
  /** Sort order. */
  readonly order?: SortOrder;
  /** Only these statuses, comma-separated. */
  readonly status?: readonly WebrtcUserStatus[];
}

export interface WebrtcUsersDeleteQuery {
  /** Disables the targets that lead to the user. */
  readonly force?: boolean;
}

export interface CallsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by direction. */
  readonly direction?: CallDirection;
  /** Filters by the account's number. */
  readonly e164?: string;
  /** Filters by SIP trunk. */
  readonly sip_trunk_id?: string;
}

export interface RejectedCallsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by direction. */
  readonly direction?: CallDirection;
  /** Filters by the account's number. */
  readonly e164?: string;
  /** Filters by SIP trunk. */
  readonly sip_trunk_id?: string;
  /** Filters by the rule that rejected the call. */
  readonly reason?: readonly RejectionReason[];
  /** Only calls rejected at or after this time. */
  readonly from?: number;
  /** Only calls rejected before this time. */
  readonly to?: number;
}

export interface BillingAlertsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status. */
  readonly status?: FraudAlertStatus;
  /** Sort order, by creation time. */
  readonly order?: SortOrder;
}

export interface SmsOptOutsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by your number. */
  readonly from_number?: string;
  /** Filters by recipient. */
  readonly to_number?: string;
  /** Sort order by `created_at`. */
  readonly order?: SortOrder;
}

export interface SmsBatchesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface SmsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by direction. */
  readonly direction?: SmsDirection;
  /** Filters by sender. */
  readonly from_number?: string;
  /** Filters by recipient. */
  readonly to_number?: string;
  /** Filters by status, comma-separated. */
  readonly status?: readonly SmsStatus[];
  /** Only messages created at or after this time. */
  readonly from?: number;
  /** Only messages created before this time. */
  readonly to?: number;
}

export interface ActivityListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** ID or kind of the actor. */
  readonly actor?: string;
  /** Action, as `resource_kind.verb`. */
  readonly action?: string;
  /** ID or kind of the resource. */
  readonly resource?: string;
  /** Only changes at or after this time. */
  readonly from?: number;
  /** Only changes before this time. */
  readonly to?: number;
}

export interface AccountMembersListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface AccountInvitationsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status. */
  readonly status?: readonly InvitationStatus[];
}

export interface AuthIdentitiesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface ApiKeysListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status. */
  readonly status?: readonly ApiKeyStatus[];
}

export interface OAuthAppsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by status. */
  readonly status?: readonly OAuthAppStatus[];
}

export interface OAuthGrantsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface AuthSessionsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
}

export interface AuthLoginEventsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Filters by outcome. */
  readonly outcome?: readonly LoginOutcome[];
  /** Filters by method. */
  readonly method?: readonly LoginMethod[];
  /** Filters by whether the device was new. */
  readonly is_new_device?: boolean;
  /** Only events at or after this time. */
  readonly from?: number;
  /** Only events before this time. */
  readonly to?: number;
}

export interface EventsListQuery {
  /** Only events of these types, comma-separated. No event has a type that is not raised yet. */
  readonly type?: readonly EventType[];
  /** Only events created at or after this time. */
  readonly from?: number;
  /** Only events created before this time. */
  readonly to?: number;
  /** Only events about the resource with this ID. */
  readonly related_id?: string;
  /** Items per page. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Sort order by `created_at`. */
  readonly order?: SortOrder;
}

export interface EventsStreamQuery {
  /** Only events of these types, comma-separated. No event has a type that is not raised yet. */
  readonly type?: readonly EventType[];
  /** Only events created at or after this time. */
  readonly from?: number;
  /** Only events created before this time. */
  readonly to?: number;
  /** Only events about the resource with this ID. */
  readonly related_id?: string;
}

export interface WebhooksListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Sort order by `created_at`. */
  readonly order?: SortOrder;
}

export interface WebhooksDeliveriesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only deliveries with these statuses, comma-separated. */
  readonly status?: readonly WebhookDeliveryStatus[];
  /** Only deliveries of events of these types, comma-separated. */
  readonly event_type?: readonly EventType[];
  /** Only deliveries created at or after this time. */
  readonly from?: number;
  /** Only deliveries created before this time. */
  readonly to?: number;
  /** Sort order by `created_at`. */
  readonly order?: SortOrder;
}

export interface ComplianceEndUsersListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only end users of these kinds. */
  readonly kind?: readonly EndUserKind[];
  /** Only end users in these countries. */
  readonly country?: readonly string[];
  /** Whole words of the name, email, phone or registration numbers, without regard to case, accents and hyphens. All must match. */
  readonly q?: string;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface ComplianceDocumentsListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only documents of these end users. */
  readonly end_user_id?: readonly string[];
  /** Only documents of these types. */
  readonly doc_type?: readonly DocType[];
  /** Only documents that expire before this day. */
  readonly expiring_before?: string;
  /** Only documents that expire on this day or later. */
  readonly expiring_from?: string;
  /** Only documents in no bundle, or with `false` only those in a bundle. */
  readonly unattached?: boolean;
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface ComplianceBundlesListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only bundles with these statuses. */
  readonly status?: readonly BundleStatus[];
  /** Only bundles for these countries. */
  readonly country?: readonly string[];
  /** Only bundles for one of these number types alone. */
  readonly number_type?: readonly NumberType[];
  /** Only bundles of these end users. */
  readonly end_user_id?: readonly string[];
  /** Sort order. */
  readonly order?: SortOrder;
}

export interface ComplianceAccessLogListQuery {
  /** The `next_cursor` of the previous page. Valid only with the same sort order and filters. */
  readonly cursor?: string;
  /** Items per page. */
  readonly limit?: number;
  /** Only reads of this record. */
  readonly resource_id?: string;
}
