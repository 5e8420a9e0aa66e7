// Generated from docs/openapi.json by `npm run client`. Do not edit.

/** What the API assumes for members that a request leaves out. */
export const defaults = {
  AlarmCreateRequest: {
    min_calls: 20,
    enabled: true,
    scope: {},
  },
  ApiKeyCreateRequest: {
    expires_at: null,
    scopes: ["*"],
    allowed_cidrs: [],
  },
  ApiKeyRotateRequest: {
    grace_s: 86400,
  },
  AuthLoginRequest: {
    trust_device: false,
  },
  AuthMfaVerifyRequest: {
    trust_device: false,
  },
  AuthSessionRevokeAllRequest: {
    keep_current: true,
  },
  AuthSignupRequest: {
    timezone: "UTC",
    marketing_opt_in: false,
  },
  BillingPaymentMethodCreateRequest: {
    set_default: false,
  },
  CallCreateRequest: {
    ring_timeout_s: 30,
  },
  CallWebhookRotateSecretRequest: {
    overlap_s: 86400,
  },
  CartItemCreateRequest: {
    quantity: 1,
  },
  CdrExportCreateRequest: {
    filters: {},
    timezone: "UTC",
  },
  ComplianceBundleCreateRequest: {
    number_type: null,
    document_ids: [],
  },
  ComplianceDocumentCreateRequest: {
    end_user_id: null,
    issued_at: null,
    expires_at: null,
    notes: null,
    strip_metadata: false,
  },
  ComplianceEndUserCreateRequest: {
    first_name: null,
    last_name: null,
    date_of_birth: null,
    business_name: null,
    business_registration_number: null,
    vat_number: null,
    email: null,
    phone_e164: null,
    address_line2: null,
    state: null,
    postal_code: null,
    id_doc_type: null,
    id_doc_number: null,
    id_doc_country: null,
    notes: null,
  },
  ExportCreateRequest: {
    filters: {},
    timezone: "UTC",
  },
  NumberReleaseRequest: {
    when: "end_of_cycle",
    force: false,
  },
  OAuthAppCreateRequest: {
    description: null,
    homepage_url: null,
    logo_url: null,
  },
  PortingRequestCreateRequest: {
    losing_carrier: null,
    account_number: null,
    authorized_person: null,
    authorized_email: null,
    end_user_id: null,
    billing_phone_e164: null,
    requested_foc_at: null,
    partial: false,
    trunk_id: null,
    routing_profile_id: null,
    customer_reference: null,
    pin: null,
  },
  RoutingProfileCreateRequest: {
    strategy: "failover",
    ring_timeout_s: 25,
    max_retries: 0,
    targets: [],
  },
  RoutingProfileTargetCreateRequest: {
    sip_trunk_id: null,
    pstn_forward_e164: null,
    webrtc_user_id: null,
    webhook_url: null,
    weight: 100,
    conditions: null,
    enabled: true,
  },
  SipTrunkCreateRequest: {
    transport: "udp",
    codec_preference: ["g711a","g711u"],
    dtmf_mode: "rfc4733",
    registration_mode: "static_ip",
    caller_id_strategy: "inherit",
    caller_id_override: null,
    default_caller_id: null,
    inbound_cidrs: [],
    max_concurrent_calls: null,
    max_calls_per_second: null,
    number_format: "+e164",
    number_prefix: null,
    media_encryption: "off",
    user_phone: false,
    gateways: [],
  },
  SipTrunkGatewayCreateRequest: {
    dns_srv: false,
    priority: 0,
    weight: 100,
    auth_username: null,
    custom_headers: null,
    enabled: true,
    auth_password: null,
  },
  SmBatcheCreateRequest: {
    smart_encoding: false,
  },
  SmCreateRequest: {
    smart_encoding: false,
  },
  SmPreviewRequest: {
    smart_encoding: false,
  },
  WebhookCreateRequest: {
    description: null,
    enabled: true,
  },
  WebhookReplayRequest: {
    only_failed: false,
  },
  WebhookRotateSecretRequest: {
    overlap_s: 86400,
  },
  WebrtcUserCreateRequest: {
    default_caller_id: null,
  },
} as const;
