// Generated from docs/openapi.json by `npm run client`. Do not edit.

export const ACCEPT_INVITATION_NEXT_STEPS = ['dashboard', 'login'] as const;

export const ACCESS_ACTIONS = ['end_user.read', 'end_user.export', 'end_user.erase', 'document.read', 'document.read_content'] as const;

export const ACCOUNT_STATUSES = ['active', 'suspended', 'pending_closure', 'closed'] as const;

export const ACTOR_KINDS = ['user', 'api_key', 'oauth_app', 'system', 'operator'] as const;

export const ADDRESS_SCOPES = ['none', 'worldwide', 'national', 'local'] as const;

export const ALARM_CLEARINGS = ['recovered', 'no_calls', 'changed', 'disabled', 'deleted'] as const;

export const ALARM_COMPARISONS = ['below', 'above'] as const;

export const ALARM_METRICS = ['asr_pct', 'acd_s', 'failure_pct', 'cost_cents'] as const;

export const ALARM_STATES = ['ok', 'raised'] as const;

export const API_KEY_STATUSES = ['active', 'revoked', 'expired'] as const;

export const ATTEMPT_LEGS = ['agent', 'callee'] as const;

export const ATTEMPT_RESULTS = ['answered', 'busy', 'no_answer', 'failed', 'cancelled', 'skipped'] as const;

export const ATTESTATIONS = ['A', 'B', 'C'] as const;

export const BILLING_MODES = ['prepaid', 'postpaid'] as const;

export const BUNDLE_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;

export const CALL_ACTIONS = ['route', 'reject'] as const;

export const CALL_CHECK_NAMES = ['source', 'trunk', 'number', 'account', 'caller_id', 'trunk_calls', 'alert', 'range', 'country', 'price', 'rate', 'carrier', 'calls_per_second', 'daily_cap', 'balance', 'account_calls', 'number_known', 'number_active', 'route', 'emergency'] as const;

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;

export const CALL_STATUSES = ['routing', 'ringing', 'in_progress', 'completed'] as const;

export const CALLER_ID_STRATEGIES = ['inherit', 'override'] as const;

export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha', 'custom'] as const;

export const CATALOG_WARNINGS = ['supplier_unavailable', 'partial_results'] as const;

export const CDR_REDACTIONS = ['none', 'partial', 'full'] as const;

export const CDR_SUMMARY_GROUPS = ['hour', 'day', 'month', 'country', 'number', 'trunk', 'profile', 'hangup_cause', 'direction'] as const;

export const CHALLENGES = ['mfa'] as const;

export const CHECKOUT_ITEM_STATUSES = ['provisioned', 'pending_documents', 'failed'] as const;

export const CHECKOUT_STATUSES = ['all_provisioned', 'partial', 'all_failed', 'balance_too_low'] as const;

export const CLOSURE_REASONS = ['price', 'feature', 'consolidation', 'other'] as const;

export const CODECS = ['opus', 'g722', 'g711a', 'g711u', 'g729'] as const;

export const DISCONNECTING_PARTIES = ['caller', 'callee', 'system'] as const;

export const DOC_TYPES = ['passport', 'drivers_license', 'national_id', 'utility_bill', 'bank_statement', 'tax_certificate', 'business_registration', 'vat_certificate', 'other'] as const;

export const DOCUMENT_CONTENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export const DOCUMENT_PURPOSES = ['identity', 'address', 'business', 'other'] as const;

export const DTMF_MODES = ['rfc4733', 'inband', 'sip_info'] as const;

export const END_USER_KINDS = ['person', 'business'] as const;

export const ERROR_CODES = ['account_closed', 'account_pending_closure', 'account_suspended', 'alarm_limit_reached', 'already_member', 'api_key_limit_reached', 'bundle_incomplete', 'bundle_locked', 'call_already_ended', 'capability_missing', 'cart_empty', 'cart_full', 'cart_item_duplicate', 'checkout_in_progress', 'closure_already_requested', 'closure_blocked', 'compliance_bundle_mismatch', 'compliance_bundle_not_usable', 'concurrency_limit_reached', 'conflict', 'consent_expired', 'country_not_supported', 'csrf_rejected', 'destination_not_allowed', 'document_infected', 'document_too_large', 'document_unreadable', 'email_in_use', 'email_unverified', 'export_expired', 'export_limit_reached', 'forbidden', 'fraud_blocked', 'gateway_limit_reached', 'host_not_allowed', 'idempotency_in_progress', 'idempotency_key_reused', 'insufficient_balance', 'internal_error', 'invalid_input', 'invalid_state', 'job_limit_reached', 'key_in_url', 'last_owner', 'login_locked', 'malformed_json', 'malformed_request', 'manual_review_required', 'mfa_already_enabled', 'mfa_code_invalid', 'mfa_locked', 'mfa_not_enabled', 'mfa_not_pending', 'mfa_required', 'missing_token', 'name_in_use', 'no_default_payment_method', 'not_found', 'number_already_owned', 'number_locked', 'number_unavailable', 'oauth_app_limit_reached', 'payload_too_large', 'payment_declined', 'payment_method_declined', 'payment_method_exists', 'payment_method_in_use', 'port_already_exists', 'port_incomplete', 'precondition_failed', 'processor_error', 'rate_limited', 'reauthentication_required', 'recipient_opted_out', 'release_not_scheduled', 'resource_in_use', 'rotation_pending', 'routing_profile_not_active', 'select_token_expired', 'session_required', 'spend_cap_reached', 'supplier_error', 'supplier_timeout', 'supplier_unavailable', 'switch_not_connected', 'target_limit_reached', 'token_invalid', 'trunk_not_active', 'unauthorized', 'unavailable', 'unsupported_media_type', 'url_not_allowed', 'webhook_limit_reached'] as const;

export const EVENT_TYPES = ['number.provisioned', 'number.suspended', 'number.resumed', 'number.release_scheduled', 'number.price_changing', 'number.registration_rejected', 'number.released', 'port_out.status_changed', 'port.status_changed', 'order.completed', 'order.failed', 'call.started', 'call.completed', 'sms.status_changed', 'sms.received', 'trunk.gateway.down', 'trunk.gateway.up', 'fraud.alert', 'alarm.raised', 'alarm.cleared', 'trunk.registered', 'trunk.unregistered', 'billing.topup.succeeded', 'billing.recharge.succeeded', 'billing.recharge.failed', 'billing.balance.low', 'api_key.expiring', 'compliance.bundle.approved', 'compliance.bundle.rejected', 'compliance.document.expiring', 'export.completed', 'export.failed'] as const;

export const EXPORT_ERROR_CODES = ['filters_refused', 'account_closed', 'interrupted'] as const;

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export const EXPORT_KINDS = ['cdrs', 'numbers', 'messages', 'transactions', 'usage', 'invoice_lines', 'events'] as const;

export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'expired'] as const;

export const FRAUD_ALERT_STATUSES = ['open', 'acknowledged'] as const;

export const FRAUD_DECISIONS = ['allow', 'review', 'block'] as const;

export const FRAUD_RULES = ['expensive_hour', 'new_country_at_night', 'short_calls', 'repeated_messages'] as const;

export const HANGUP_CAUSES = ['normal_clearing', 'user_busy', 'originator_cancel', 'no_answer', 'unallocated_number', 'number_changed', 'call_rejected', 'invalid_number_format', 'incompatible_destination', 'network_out_of_order', 'normal_temporary_failure', 'normal_circuit_congestion', 'normal_unspecified', 'insufficient_balance', 'allotted_timeout', 'no_route_destination'] as const;

export const FAILURE_CAUSES = ['incompatible_destination', 'network_out_of_order', 'normal_temporary_failure', 'normal_circuit_congestion', 'normal_unspecified', 'insufficient_balance', 'no_route_destination'] as const;

export const HEALTH_EVIDENCES = ['probe', 'call'] as const;

export const HOLD_KINDS = ['call', 'checkout', 'order', 'sms', 'port'] as const;

export const ID_DOC_TYPES = ['passport', 'drivers_license', 'national_id', 'business_registration', 'tax_certificate'] as const;

export const IDENTITY_PROVIDER_NAMES = ['oauth_idp1', 'oauth_idp2'] as const;

export const IMPORT_SOURCES = ['twilio', 'telnyx', 'didww', 'generic'] as const;

export const INTENDED_USES = ['itsp', 'dev', 'internal', 'other'] as const;

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;

export const INVITED_ROLES = ['admin', 'billing', 'member', 'read_only'] as const;

export const INVOICE_LINE_KINDS = ['number_monthly', 'number_setup', 'port_fee', 'usage_inbound', 'usage_outbound', 'sms', 'adjustment'] as const;

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void'] as const;

export const INVOICE_UNITS = ['item', 'month', 'minute', 'call', 'message'] as const;

export const LETTER_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const;

export const LOGIN_METHODS = ['password', 'oauth_idp1', 'oauth_idp2', 'magic_link'] as const;

export const LOGIN_OUTCOMES = ['success', 'wrong_password', 'no_such_user', 'mfa_required', 'mfa_failed', 'suspicious', 'locked_out', 'fraud_screen_blocked', 'fraud_screen_review', 'unverified_email'] as const;

export const MEDIA_ENCRYPTIONS = ['off', 'optional', 'required'] as const;

export const MFA_CODE_METHODS = ['totp', 'email_otp', 'recovery_code'] as const;

export const MFA_METHODS = ['totp', 'email_otp'] as const;

export const MFA_SETUP_METHODS = ['totp'] as const;

export const NUMBER_ACTIONS = ['ordered', 'activated', 'suspended', 'resumed', 'routing_changed', 'compliance_changed', 'label_changed', 'tags_changed', 'notes_changed', 'deletion_lock_changed', 'sms_webhook_changed', 'release_scheduled', 'release_taken_back', 'released', 'price_announced', 'price_withdrawn', 'port_out_lock_changed', 'port_out_pin_set', 'port_out_begun', 'port_out_refused'] as const;

export const NUMBER_CAPABILITIES = ['voice', 'sms', 'mms', 'fax', 't38', 'emergency'] as const;

export const NUMBER_FORMATS = ['+e164', 'e164', 'national'] as const;

export const NUMBER_JOB_STATUSES = ['pending', 'running', 'completed', 'cancelled'] as const;

export const NUMBER_STATUSES = ['active', 'pending_documents', 'suspended', 'released'] as const;

export const NUMBER_SUSPENSION_REASONS = ['non_payment', 'account_suspended', 'compliance', 'registration_revoked'] as const;

export const NUMBER_TYPES = ['geographic', 'national', 'mobile', 'tollfree', 'inum'] as const;

export const OAUTH_APP_STATUSES = ['active', 'disabled'] as const;

export const OAUTH_SCOPES = ['account:read', 'account:write', 'numbers:read', 'numbers:write', 'sip_trunks:read', 'sip_trunks:write', 'routing:read', 'routing:write', 'cdrs:read', 'billing:read', 'compliance:read', 'compliance:write'] as const;

export const OPEN_BECAUSES = ['account', 'own', 'exception', 'default', 'charged', 'number'] as const;

export const ORDER_STATUSES = ['pending', 'provisioned', 'failed', 'cancelled', 'pending_documents'] as const;

export const PEER_STATES = ['up', 'down', 'unknown'] as const;

export const PERMISSIONS = ['account:read', 'account:write', 'numbers:read', 'numbers:write', 'sip_trunks:read', 'sip_trunks:write', 'routing:read', 'routing:write', 'cdrs:read', 'billing:read', 'compliance:read', 'compliance:write', 'billing:write', 'documents:read', 'webhooks:read', 'webhooks:write', 'oauth:apps', 'api_keys:write', 'members:write', 'account:close'] as const;

export const PORT_ACTIONS = ['created', 'changed', 'document_added', 'document_removed', 'status_changed', 'numbers_rejected', 'number_failed'] as const;

export const PORT_CHECK_REASONS = ['own_number', 'already_here', 'port_in_progress', 'port_elsewhere', 'unknown_range', 'premium_number', 'not_covered', 'not_portable'] as const;

export const PORT_DOCUMENT_PURPOSES = ['loa', 'invoice', 'identity', 'other'] as const;

export const PORT_NUMBER_REASON_CODES = ['account_number_mismatch', 'pin_mismatch', 'name_mismatch', 'address_mismatch', 'losing_carrier_mismatch', 'loa_invalid', 'invoice_invalid', 'identity_invalid', 'number_not_found', 'number_inactive', 'number_not_portable', 'number_locked', 'other_port_pending', 'date_not_available', 'contract_running', 'other', 'number_already_owned', 'number_unavailable', 'account_closed'] as const;

export const PORT_NUMBER_STATUSES = ['pending', 'activating', 'ported', 'failed', 'rejected', 'cancelled'] as const;

export const PORT_OUT_REFUSALS = ['port_out_locked', 'pin_missing', 'wrong_pin', 'not_active', 'name_mismatch', 'not_authorized', 'number_moved', 'other'] as const;

export const PORT_OUT_STATUSES = ['pending', 'released', 'refused'] as const;

export const PORT_REASON_CODES = ['account_number_mismatch', 'pin_mismatch', 'name_mismatch', 'address_mismatch', 'losing_carrier_mismatch', 'loa_invalid', 'invoice_invalid', 'identity_invalid', 'number_not_found', 'number_inactive', 'number_not_portable', 'number_locked', 'other_port_pending', 'date_not_available', 'contract_running', 'other'] as const;

export const PORT_STATUSES = ['draft', 'submitted', 'in_process', 'exception', 'foc_confirmed', 'ported', 'rejected', 'cancelled'] as const;

export const PRICE_LEGS = ['call', 'forward'] as const;

export const PRICE_LINE_KINDS = ['connection_fee', 'time', 'discount', 'rounding'] as const;

export const READER_KINDS = ['user', 'api_key', 'oauth_app', 'operator', 'supplier'] as const;

export const RECHARGE_ATTEMPT_STATUSES = ['processing', 'succeeded', 'failed'] as const;

export const REGISTRATION_MODES = ['static_ip', 'register'] as const;

export const REGISTRATION_STATUSES = ['open', 'registered', 'rejected', 'failed', 'withdrawn', 'revoked'] as const;

export const REJECTION_CODES = ['doc_expired', 'doc_illegible', 'doc_incomplete', 'doc_wrong_type', 'doc_missing', 'name_mismatch', 'address_mismatch', 'address_not_local', 'registration_expired', 'other'] as const;

export const REJECTION_REASONS = ['number_unknown', 'number_malformed', 'number_not_active', 'account_not_active', 'no_route', 'no_carrier', 'carrier_full', 'emergency_not_served', 'insufficient_balance', 'daily_cap_reached', 'destination_not_allowed', 'blocked_by_alert', 'country_not_allowed', 'country_unknown', 'range_not_allowed', 'rate_not_allowed', 'calls_per_second_reached', 'trunk_calls_per_second_reached', 'source_unknown', 'trunk_not_active', 'source_ambiguous', 'caller_id_not_allowed', 'account_full_inbound', 'account_full_outbound', 'call_ended', 'trunk_full'] as const;

export const RELEASE_TIMES = ['end_of_cycle', 'immediate'] as const;

export const RESTRICTION_TYPES = ['legal', 'service', 'purchase', 'document'] as const;

export const ROLES = ['owner', 'admin', 'billing', 'member', 'read_only'] as const;

export const ROUTE_SORTS = ['created_at', 'name'] as const;

export const ROUTE_STATUSES = ['active', 'disabled', 'archived'] as const;

export const ROUTE_WARNING_CODES = ['trunk_unreachable', 'profile_unreachable', 'switch_never_reported'] as const;

export const ROUTING_STRATEGIES = ['failover', 'round_robin', 'weighted_lb', 'simultaneous_ring'] as const;

export const SETTABLE_ROUTE_STATUSES = ['active', 'disabled'] as const;

export const SIGN_UP_NEXT_STEPS = ['verify_email'] as const;

export const SIP_TRANSPORTS = ['udp', 'tcp', 'tls', 'wss'] as const;

export const SKIP_REASONS = ['disabled', 'conditions', 'trunk_not_active', 'trunk_full', 'no_gateway', 'not_registered', 'host_not_allowed', 'no_carrier', 'carrier_full', 'no_rate', 'country_not_allowed', 'blocked_by_alert', 'country_unknown', 'range_not_allowed', 'rate_not_allowed', 'forward_loop', 'insufficient_balance', 'ringing_limit', 'webrtc_user_not_active'] as const;

export const SMS_DIRECTIONS = ['inbound', 'outbound'] as const;

export const SMS_ENCODINGS = ['gsm7', 'ucs2'] as const;

export const SMS_ERROR_CODES = ['cancelled', 'no_carrier', 'not_accepted', 'recipient_invalid', 'sender_not_allowed', 'content_rejected', 'carrier_refused', 'recipient_opted_out', 'number_released', 'number_suspended', 'account_not_active', 'sending_stopped', 'blocked_by_alert', 'outcome_unknown', 'undeliverable', 'rejected', 'expired', 'state_unknown', 'no_receipt'] as const;

export const SMS_STATUSES = ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received'] as const;

export const SORT_ORDERS = ['asc', 'desc'] as const;

export const SUBSCRIBED_EVENT_TYPES = ['*', 'number.provisioned', 'number.suspended', 'number.resumed', 'number.release_scheduled', 'number.price_changing', 'number.registration_rejected', 'number.released', 'port_out.status_changed', 'port.status_changed', 'order.completed', 'order.failed', 'call.started', 'call.completed', 'sms.status_changed', 'sms.received', 'trunk.gateway.down', 'trunk.gateway.up', 'fraud.alert', 'alarm.raised', 'alarm.cleared', 'trunk.registered', 'trunk.unregistered', 'billing.topup.succeeded', 'billing.recharge.succeeded', 'billing.recharge.failed', 'billing.balance.low', 'api_key.expiring', 'compliance.bundle.approved', 'compliance.bundle.rejected', 'compliance.document.expiring', 'export.completed', 'export.failed'] as const;

export const SWITCH_TRANSPORTS = ['udp', 'tcp', 'tls'] as const;

export const TARGET_KINDS = ['sip_trunk', 'pstn_forward', 'webrtc_user', 'webhook'] as const;

export const TIERS = ['self_serve', 'manual_review', 'verified', 'wholesale'] as const;

export const TOPUP_STATUSES = ['processing', 'requires_action', 'succeeded', 'failed'] as const;

export const TRANSACTION_KINDS = ['topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback'] as const;

export const USAGE_GROUPS = ['day', 'month', 'kind', 'day_kind', 'number', 'trunk', 'country'] as const;

export const VALIDATION_CODES = ['met', 'end_user_erased', 'end_user_kind', 'field_missing', 'address_not_national', 'doc_missing', 'doc_expired', 'doc_too_old', 'doc_of_other_end_user'] as const;

export const VERIFICATIONS = ['passed', 'failed', 'none'] as const;

export const VERIFY_EMAIL_NEXT_STEPS = ['dashboard', 'mfa'] as const;

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'abandoned'] as const;

export const WEBHOOK_DISABLED_REASONS = ['requested', 'gone', 'failures'] as const;

export const WEBHOOK_ENDPOINT_STATUSES = ['enabled', 'disabled', 'failing'] as const;

export const WEBRTC_USER_STATUSES = ['active', 'disabled'] as const;

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
