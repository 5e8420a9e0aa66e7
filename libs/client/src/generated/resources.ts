// Generated from docs/openapi.json by `npm run client`. Do not edit.
import type { StreamMessage, StreamOptions } from '../event-stream.ts';
import type { CallOptions, PagePromise, Transport } from '../transport.ts';
import type {
  AcceptedInvitation,
  AccessEntry,
  AccessEntryPage,
  AccountClosureCreateRequest,
  AccountEvent,
  AccountEventPage,
  AccountInvitationCreateRequest,
  AccountInvitationsListQuery,
  AccountMemberUpdateRequest,
  AccountMembersListQuery,
  AccountUpdateRequest,
  Activity,
  ActivityListQuery,
  ActivityPage,
  Alarm,
  AlarmCreateRequest,
  AlarmPage,
  AlarmUpdateRequest,
  AlarmsListQuery,
  ApiKeyCreateRequest,
  ApiKeyRotateRequest,
  ApiKeySummary,
  ApiKeySummaryPage,
  ApiKeyUpdateRequest,
  ApiKeysListQuery,
  Area,
  AreaPage,
  AuthChangePasswordRequest,
  AuthIdentitiesListQuery,
  AuthIdentityUnlinkRequest,
  AuthInvitationAcceptRequest,
  AuthInvitationInspectRequest,
  AuthLoginEventsListQuery,
  AuthLoginRequest,
  AuthMagicLinkConsumeRequest,
  AuthMagicLinkSendRequest,
  AuthMfaDisableRequest,
  AuthMfaReplaceRecoveryCodesRequest,
  AuthMfaStartSetupRequest,
  AuthMfaVerifyRequest,
  AuthMfaVerifySetupRequest,
  AuthResendVerificationRequest,
  AuthResetPasswordRequest,
  AuthSendPasswordResetRequest,
  AuthSessionRevokeAllRequest,
  AuthSessionUpdateRequest,
  AuthSessionsListQuery,
  AuthSignupRequest,
  AuthVerifyEmailRequest,
  AutoRecharge,
  Balance,
  BillingAlertsListQuery,
  BillingAutoRechargeUpdateRequest,
  BillingHoldsListQuery,
  BillingPaymentMethodCreateRequest,
  BillingPaymentMethodUpdateRequest,
  BillingPaymentMethodsListQuery,
  BillingRatesListQuery,
  BillingSmsRatesListQuery,
  BillingTopupCreateRequest,
  BillingTopupsListQuery,
  BillingTransactionsListQuery,
  BillingUsageGetQuery,
  BundleValidation,
  Call,
  CallCreateRequest,
  CallPage,
  CallSimulation,
  CallWebhookRotateSecretRequest,
  CallWebhooks,
  CallsListQuery,
  Captcha,
  CardSetup,
  Cart,
  CartCheckoutRequest,
  CartItemCreateRequest,
  CatalogAreasListQuery,
  CatalogRequirementsGetQuery,
  CatalogResult,
  CatalogSearch,
  CatalogSearchQuery,
  Cdr,
  CdrDetail,
  CdrExportCreateRequest,
  CdrGroup,
  CdrPage,
  CdrSummary,
  CdrsExportsListQuery,
  CdrsListQuery,
  CdrsStreamQuery,
  CdrsSummaryGetQuery,
  ChangedRoute,
  CheckoutOutcome,
  CheckoutOutcomePage,
  CheckoutsListQuery,
  ClosureRequest,
  CompletedSession,
  ComplianceAccessLogListQuery,
  ComplianceBundle,
  ComplianceBundleAttachDocumentRequest,
  ComplianceBundleCopyRequest,
  ComplianceBundleCreateRequest,
  ComplianceBundlePage,
  ComplianceBundleUpdateRequest,
  ComplianceBundlesListQuery,
  ComplianceDocument,
  ComplianceDocumentCreateRequest,
  ComplianceDocumentPage,
  ComplianceDocumentUpdateRequest,
  ComplianceDocumentsListQuery,
  ComplianceEndUserCreateRequest,
  ComplianceEndUserUpdateRequest,
  ComplianceEndUsersListQuery,
  Consent,
  Countries,
  CreatedApiKey,
  CreatedExport,
  CreatedTrunk,
  CreatedWebhook,
  DashboardSummary,
  DashboardSummaryGetQuery,
  DecidedConsent,
  DeletedResource,
  DisabledMfa,
  EchoNumber,
  EmailVerification,
  EnabledMfa,
  EndUser,
  EndUserPage,
  EventTypeDetail,
  EventTypeDetailPage,
  EventsListQuery,
  EventsStreamQuery,
  Export,
  ExportCreateRequest,
  ExportPage,
  ExportsListQuery,
  FraudAlert,
  FraudAlertPage,
  Hold,
  HoldPage,
  IdentityProviders,
  Invitation,
  InvitationPage,
  InvitationPreview,
  Invoice,
  InvoicePage,
  InvoicesListQuery,
  LinkedIdentity,
  LinkedIdentityPage,
  LoginEvent,
  LoginEventPage,
  MailedCode,
  Member,
  MemberPage,
  MyAccount,
  MyUser,
  NumberCount,
  NumberHistory,
  NumberHistoryPage,
  NumberImportCheck,
  NumberJob,
  NumberJobCreateRequest,
  NumberJobItem,
  NumberJobItemPage,
  NumberJobPage,
  NumberOrder,
  NumberOrderPage,
  NumberOrderRequest,
  NumberOrdersListQuery,
  NumberReleaseRequest,
  NumberRouteManyRequest,
  NumberRouteRequest,
  NumberSetComplianceBundleRequest,
  NumberSetPortOutPinRequest,
  NumberUpdateRequest,
  NumbersCountGetQuery,
  NumbersHistoryListQuery,
  NumbersImportQuery,
  NumbersItemsListQuery,
  NumbersJobsListQuery,
  NumbersListQuery,
  OAuthApp,
  OAuthAppCreateRequest,
  OAuthAppDisableRequest,
  OAuthAppPage,
  OAuthAppRotateSecretRequest,
  OAuthAppUpdateRequest,
  OAuthAppsListQuery,
  OAuthConsentDecideRequest,
  OAuthGrant,
  OAuthGrantPage,
  OAuthGrantsListQuery,
  OptOut,
  OptOutPage,
  OutboundInForce,
  PasswordChange,
  PaymentMethod,
  PaymentMethodPage,
  PendingEmail,
  PhoneNumber,
  PhoneNumberPage,
  PlacedOrder,
  PortChecks,
  PortComment,
  PortCommentPage,
  PortEvent,
  PortEventPage,
  PortImport,
  PortOut,
  PortOutPage,
  PortOutPin,
  PortRequest,
  PortRequestPage,
  PortingCheckRequest,
  PortingCommentCreateRequest,
  PortingCommentsListQuery,
  PortingDocumentCreateRequest,
  PortingEventsListQuery,
  PortingLoaDownloadQuery,
  PortingPortOutsListQuery,
  PortingRequestCreateRequest,
  PortingRequestUpdateRequest,
  PortingRequestsListQuery,
  Rates,
  RecoveryCodes,
  RegisteredOAuthApp,
  RejectedCall,
  RejectedCallPage,
  RejectedCallsListQuery,
  RemovedMember,
  RemovedPaymentMethod,
  Requirements,
  RevokedGrant,
  RevokedSession,
  RevokedSessions,
  RotatedClientSecret,
  RotatedSecret,
  RoutedNumbers,
  RoutingProfile,
  RoutingProfileCreateRequest,
  RoutingProfileDetail,
  RoutingProfileDuplicateRequest,
  RoutingProfilePage,
  RoutingProfileSimulateRequest,
  RoutingProfileTargetCreateRequest,
  RoutingProfileTargetReplaceRequest,
  RoutingProfileTargetUpdateRequest,
  RoutingProfileUpdateRequest,
  RoutingProfilesArchiveQuery,
  RoutingProfilesListQuery,
  RoutingTarget,
  SentPhoneCode,
  Session,
  SessionPage,
  SignIn,
  SignUp,
  Simulation,
  SipGateway,
  SipGatewayPage,
  SipTrunk,
  SipTrunkCreateRequest,
  SipTrunkDetail,
  SipTrunkGatewayCreateRequest,
  SipTrunkGatewayUpdateRequest,
  SipTrunkPage,
  SipTrunkSimulateRequest,
  SipTrunkTestRequest,
  SipTrunkUpdateRequest,
  SipTrunksArchiveQuery,
  SipTrunksGatewaysListQuery,
  SipTrunksListQuery,
  SipTrunksStatusListQuery,
  SmBatcheCreateRequest,
  SmCreateRequest,
  SmOptOutDeleteRequest,
  SmPreviewRequest,
  Sms,
  SmsBatch,
  SmsBatchDetails,
  SmsBatchPage,
  SmsBatchesListQuery,
  SmsListQuery,
  SmsOptOutsListQuery,
  SmsPage,
  SmsPreview,
  SmsRates,
  Topup,
  TopupPage,
  TotpOffer,
  Transaction,
  TransactionPage,
  TrunkConnection,
  TrunkCredentials,
  TrunkStatus,
  TrunkStatuses,
  TrunkTest,
  UnlinkedIdentity,
  Usage,
  UserChangeEmailRequest,
  UserSendPhoneCodeRequest,
  UserUpdateRequest,
  UserVerifyPhoneRequest,
  WebhookCreateRequest,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookRotateSecretRequest,
  WebhookTestRequest,
  WebhookUpdateRequest,
  WebhooksDeliveriesListQuery,
  WebhooksListQuery,
  WebrtcToken,
  WebrtcUser,
  WebrtcUserCreateRequest,
  WebrtcUserPage,
  WebrtcUserUpdateRequest,
  WebrtcUsersDeleteQuery,
  WebrtcUsersListQuery,
} from './types.ts';

export class NumbersJobsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List jobs
   *
   * Newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: NumbersJobsListQuery = {}, options?: CallOptions): PagePromise<NumberJob, NumberJobPage> {
    return this.transport.list({ path: '/v1/numbers/jobs', query }, options);
  }

  /**
   * Change many numbers
   *
   * Changes numbers in the background, each as the operation on a single number does. A number that cannot be changed has `ok` false; the others are changed. The numbers are selected when the job is created. An account can have 2 jobs that are pending or running. Jobs are kept for 30 days after they ended. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, job_limit_reached, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, routing_profile_not_active, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: NumberJobCreateRequest, options?: CallOptions): Promise<NumberJob> {
    return this.transport.send({ method: 'POST', path: '/v1/numbers/jobs', body, takesKey: true }, options);
  }

  /**
   * Read a job
   *
   * Returns a job with the counts of its numbers at this moment.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<NumberJob> {
    return this.transport.send({ path: `/v1/numbers/jobs/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Cancel a job
   *
   * Ends a job: no other number is changed after the response. Those that were changed stay so. Returns 409 `invalid_state` for a job that has ended.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(id: string, options?: CallOptions): Promise<NumberJob> {
    return this.transport.send({ method: 'POST', path: `/v1/numbers/jobs/${encodeURIComponent(id)}/cancel`, takesKey: true }, options);
  }
}

export class NumbersItemsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the numbers of a job
   *
   * Returns the outcome of each number, in the order of the job.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(id: string, query: NumbersItemsListQuery = {}, options?: CallOptions): PagePromise<NumberJobItem, NumberJobItemPage> {
    return this.transport.list({ path: `/v1/numbers/jobs/${encodeURIComponent(id)}/items`, query }, options);
  }
}

export class NumbersCountResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Count numbers
   *
   * Counts the numbers that match, such as for the `expected_count` of a [job](#operation/numbers.jobs.create). Released numbers are included only with `status=released`.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(query: NumbersCountGetQuery = {}, options?: CallOptions): Promise<NumberCount> {
    return this.transport.send({ path: '/v1/numbers/count', query }, options);
  }
}

export class NumbersHistoryResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the history of a number
   *
   * Newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(e164: string, query: NumbersHistoryListQuery = {}, options?: CallOptions): PagePromise<NumberHistory, NumberHistoryPage> {
    return this.transport.list({ path: `/v1/numbers/${encodeURIComponent(e164)}/history`, query }, options);
  }
}

export class NumbersResource {
  readonly jobs: NumbersJobsResource;
  readonly items: NumbersItemsResource;
  readonly count: NumbersCountResource;
  readonly history: NumbersHistoryResource;

  constructor(private readonly transport: Transport) {
    this.jobs = new NumbersJobsResource(transport);
    this.items = new NumbersItemsResource(transport);
    this.count = new NumbersCountResource(transport);
    this.history = new NumbersHistoryResource(transport);
  }

  /**
   * Import numbers from a file
   *
   * Creates a job that sets the labels, tags, notes and routes of your numbers from a CSV file of at most 4 MiB and 10,000 numbers. The first line names the columns, in any order: `e164` and at least one of `label`, `tags` (comma-separated), `notes`, `trunk` and `routing_profile` (name or ID). An empty cell clears the value; a value without a column is kept. CSV files of `GET /v1/numbers` and of exports are accepted: other columns of theirs are ignored. With `dry_run`, the file is only checked. A file with faults is rejected with 422, which names the first 20 by line and column. Send the file as `multipart/form-data`, or as `text/csv` with `dry_run` in the query. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, job_limit_reached, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  import(body: string | Blob, query: NumbersImportQuery = {}, options?: CallOptions): Promise<NumberImportCheck | NumberJob> {
    return this.transport.send({ method: 'POST', path: '/v1/numbers/import', query, body, takesKey: true }, options);
  }

  /**
   * List numbers
   *
   * Released numbers are included only with `status=released`. `format=csv` returns all that match in one file; `limit` does not apply then.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: NumbersListQuery = {}, options?: CallOptions): PagePromise<PhoneNumber, PhoneNumberPage> {
    return this.transport.list({ path: '/v1/numbers', query }, options);
  }

  /**
   * Order a number
   *
   * Orders a specific search result (`select_token`), or any number of a country, type and area. The setup fee and the first month are charged on purchase, including for numbers that still need documents. `pending` means that the supplier has not confirmed the order yet; it settles automatically within 15 minutes. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, compliance_bundle_mismatch, compliance_bundle_not_usable, country_not_supported, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, manual_review_required, mfa_required, number_unavailable, payload_too_large, rate_limited, routing_profile_not_active, select_token_expired, supplier_error, supplier_timeout, supplier_unavailable, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  order(body: NumberOrderRequest, options?: CallOptions): Promise<PlacedOrder> {
    return this.transport.send({ method: 'POST', path: '/v1/numbers', body, takesKey: true }, options);
  }

  /**
   * Route several numbers
   *
   * Returns the outcome of each number. An inactive or unknown target rejects the whole request. `warnings` say why calls over the route would fail at the moment.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, routing_profile_not_active, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  routeMany(body: NumberRouteManyRequest, options?: CallOptions): Promise<RoutedNumbers> {
    return this.transport.send({ method: 'POST', path: '/v1/numbers/routing', body, takesKey: true }, options);
  }

  /**
   * Read a number
   *
   * Returns a number of the account with its status, routing and monthly charge.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(e164: string, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ path: `/v1/numbers/${encodeURIComponent(e164)}` }, options);
  }

  /**
   * Update a number
   *
   * Changes the label, the tags, the notes, the locks, or where received messages are sent. A number that was released is 409 `invalid_state`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  update(e164: string, body: NumberUpdateRequest = {}, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ method: 'PATCH', path: `/v1/numbers/${encodeURIComponent(e164)}`, body, takesKey: true }, options);
  }

  /**
   * Route a number
   *
   * Routes a number to a trunk or a routing profile. Setting one clears the other; null clears a route. Returns 422 for an unknown target. A route that no call can reach is accepted; `warnings` then says what is missing.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, routing_profile_not_active, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  route(e164: string, body: NumberRouteRequest = {}, options?: CallOptions): Promise<ChangedRoute> {
    return this.transport.send({ method: 'PATCH', path: `/v1/numbers/${encodeURIComponent(e164)}/routing`, body, takesKey: true }, options);
  }

  /**
   * Attach a compliance bundle
   *
   * An approved, matching bundle activates a number in `pending_documents`. Null detaches the bundle.
   *
   * Requires `numbers:write` and `compliance:read`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, compliance_bundle_mismatch, compliance_bundle_not_usable, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  setComplianceBundle(e164: string, body: NumberSetComplianceBundleRequest, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ method: 'PATCH', path: `/v1/numbers/${encodeURIComponent(e164)}/compliance`, body, takesKey: true }, options);
  }

  /**
   * Release a number
   *
   * Releases a number at the end of the paid month, or immediately. Releasing a number in `pending_documents` cancels and refunds its order. Returns 409 `resource_in_use` if trunks use the number as caller ID or routing targets forward to it: `fields` has their counts (`trunks`, `targets`) and up to 20 IDs of each (`trunk_ids`, `target_ids`, comma-separated). `force` removes these uses on release.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, number_locked, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  release(e164: string, body: NumberReleaseRequest = {}, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ method: 'POST', path: `/v1/numbers/${encodeURIComponent(e164)}/release`, body, takesKey: true }, options);
  }

  /**
   * Cancel a scheduled release
   *
   * Keeps a number whose release was scheduled. One with an unpaid month fails with `insufficient_balance`: reactivate it instead.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, release_not_scheduled, unauthorized, unavailable, unsupported_media_type.
   */
  cancelRelease(e164: string, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ method: 'DELETE', path: `/v1/numbers/${encodeURIComponent(e164)}/release`, takesKey: true }, options);
  }

  /**
   * Reactivate a number
   *
   * Charges the month that is due for a number suspended for non-payment, without waiting for the next daily attempt, and cancels the resulting release. The number stays suspended if there is another reason for the suspension.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  reactivate(e164: string, options?: CallOptions): Promise<PhoneNumber> {
    return this.transport.send({ method: 'POST', path: `/v1/numbers/${encodeURIComponent(e164)}/reactivate`, takesKey: true }, options);
  }

  /**
   * Set the port-out PIN of a number
   *
   * Returns a new PIN, which only this response contains. Another carrier can port the number only with the PIN, and only while `port_out_lock` is off. The previous PIN no longer works.
   *
   * Requires `numbers:write`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  setPortOutPin(e164: string, body: NumberSetPortOutPinRequest = {}, options?: CallOptions): Promise<PortOutPin> {
    return this.transport.send({ method: 'POST', path: `/v1/numbers/${encodeURIComponent(e164)}/port-out-pin`, body, takesKey: true }, options);
  }
}

export class CatalogCountriesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List countries
   *
   * Lists the countries in which numbers are sold, with their number types.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, supplier_unavailable, unauthorized, unavailable.
   */
  list(options?: CallOptions): Promise<Countries> {
    return this.transport.send({ path: '/v1/catalog/countries' }, options);
  }
}

export class CatalogAreasResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List areas of a country
   *
   * Sorted by area code, then city. Returns 404 for a country in which no numbers are sold, and 422 for an invalid country code.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, supplier_unavailable, unauthorized, unavailable.
   */
  list(country: string, query: CatalogAreasListQuery = {}, options?: CallOptions): PagePromise<Area, AreaPage> {
    return this.transport.list({ path: `/v1/catalog/countries/${encodeURIComponent(country)}/areas`, query }, options);
  }
}

export class CatalogRequirementsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Look up regulatory requirements
   *
   * Returns the data and documents that a compliance bundle for these numbers must contain: what `POST /v1/compliance/bundles/{id}/validate` checks. Where the requirements are unknown, it is one document, and the reviewer may request more.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, country_not_supported, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, supplier_unavailable, unauthorized, unavailable.
   */
  get(query: CatalogRequirementsGetQuery, options?: CallOptions): Promise<Requirements> {
    return this.transport.send({ path: '/v1/catalog/requirements', query }, options);
  }
}

export class CatalogResource {
  readonly countries: CatalogCountriesResource;
  readonly areas: CatalogAreasResource;
  readonly requirements: CatalogRequirementsResource;

  constructor(private readonly transport: Transport) {
    this.countries = new CatalogCountriesResource(transport);
    this.areas = new CatalogAreasResource(transport);
    this.requirements = new CatalogRequirementsResource(transport);
  }

  /**
   * Search for numbers
   *
   * Searches all suppliers in parallel. Live results are specific numbers; catalog results stand for any number of an area. If a supplier is unavailable, `warnings` says so. Filters by digits return live results only. In the sandbox, `ends_with=9001` to `9006` returns numbers whose orders fail in different ways. Results are ranked: there is no `order` parameter.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, country_not_supported, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, supplier_unavailable, unauthorized, unavailable.
   */
  search(query: CatalogSearchQuery, options?: CallOptions): PagePromise<CatalogResult, CatalogSearch> {
    return this.transport.list({ path: '/v1/catalog/search', query }, options);
  }
}

export class CartItemsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Add an item to the cart
   *
   * Stores the current offer beyond the expiry of its token; checkout checks it again. A specific number is reserved at its supplier for a few minutes, or until the item is removed. All carts of an account can reserve 5 numbers before the first top-up and in tier `manual_review`, 20 in `self_serve`, 100 in `verified` and 500 in `wholesale`, within the limit of the supplier. Further items are checked and added with `reserved: false`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, cart_full, cart_item_duplicate, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, number_unavailable, payload_too_large, rate_limited, select_token_expired, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: CartItemCreateRequest, options?: CallOptions): Promise<Cart> {
    return this.transport.send({ method: 'POST', path: '/v1/cart/items', body, takesKey: true }, options);
  }

  /**
   * Remove an item from the cart
   *
   * Removes the item, whose number is available to others again, and returns the cart.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<Cart> {
    return this.transport.send({ method: 'DELETE', path: `/v1/cart/items/${encodeURIComponent(id)}`, takesKey: true }, options);
  }
}

export class CartResource {
  readonly items: CartItemsResource;

  constructor(private readonly transport: Transport) {
    this.items = new CartItemsResource(transport);
  }

  /**
   * Read the cart
   *
   * Each user has one cart per account, and each API key has its own. A cart expires four hours after its last change.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<Cart> {
    return this.transport.send({ path: '/v1/cart' }, options);
  }

  /**
   * Empty the cart
   *
   * Removes all items, whose numbers are available to others again, and returns the empty cart.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  clear(options?: CallOptions): Promise<Cart> {
    return this.transport.send({ method: 'DELETE', path: '/v1/cart', takesKey: true }, options);
  }

  /**
   * Check out the cart
   *
   * Checks every offer again, places a hold for the total, and orders each item. Each number that is bought is one charge. `balance_too_low` means that nothing was bought. Items that were bought leave the cart; failed items stay. The bundle is attached to the numbers that it matches. Items that need no documents are bought without it; others fail with `compliance_bundle_mismatch`, as do all items of a bundle that matches none. Changes to the cart during a checkout do not affect it; a second checkout is rejected. 504 means that the outcome of an order is unknown: repeat the request with the same `Idempotency-Key`. It never buys twice.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, cart_empty, checkout_in_progress, compliance_bundle_not_usable, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, manual_review_required, mfa_required, payload_too_large, rate_limited, routing_profile_not_active, supplier_timeout, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  checkout(body: CartCheckoutRequest = {}, options?: CallOptions): Promise<CheckoutOutcome> {
    return this.transport.send({ method: 'POST', path: '/v1/cart/checkout', body, takesKey: true }, options);
  }
}

export class CheckoutsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List checkouts
   *
   * Lists completed checkouts, newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: CheckoutsListQuery = {}, options?: CallOptions): PagePromise<CheckoutOutcome, CheckoutOutcomePage> {
    return this.transport.list({ path: '/v1/checkouts', query }, options);
  }

  /**
   * Read a checkout
   *
   * Returns 409 while the outcome of an order is unknown.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, checkout_in_progress, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<CheckoutOutcome> {
    return this.transport.send({ path: `/v1/checkouts/${encodeURIComponent(id)}` }, options);
  }
}

export class NumberOrdersResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List number orders
   *
   * Newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: NumberOrdersListQuery = {}, options?: CallOptions): PagePromise<NumberOrder, NumberOrderPage> {
    return this.transport.list({ path: '/v1/number-orders', query }, options);
  }

  /**
   * Read a number order
   *
   * Returns an order with its status. A `pending` order settles automatically once the supplier has confirmed or rejected it.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<NumberOrder> {
    return this.transport.send({ path: `/v1/number-orders/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Cancel a number order
   *
   * Cancels an order whose number is not active yet, and refunds its charges. Orders without the required documents are cancelled automatically after 30 days. A pending order of a checkout can be cancelled when the checkout has ended. To cancel the order of a locked number, clear `deletion_lock` first.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, number_locked, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(id: string, options?: CallOptions): Promise<NumberOrder> {
    return this.transport.send({ method: 'POST', path: `/v1/number-orders/${encodeURIComponent(id)}/cancel`, takesKey: true }, options);
  }
}

export class PortingPortOutsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List port-outs
   *
   * Returns the requests of other carriers for your numbers, refused ones included, newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: PortingPortOutsListQuery = {}, options?: CallOptions): PagePromise<PortOut, PortOutPage> {
    return this.transport.list({ path: '/v1/porting/port-outs', query }, options);
  }
}

export class PortingRequestsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Create porting requests from an export of another carrier
   *
   * Takes the CSV export of the numbers of a Twilio, Telnyx or DIDWW account, which is recognised by its columns, or a CSV file with a column `e164`: at most 4 MiB and 10,000 lines. Creates a draft for each country, and for each 1,000 numbers of it, that names the carrier of the export. Lines whose number cannot be ported are faults, and all others are imported.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  import(body: string | Blob, options?: CallOptions): Promise<PortImport> {
    return this.transport.send({ method: 'POST', path: '/v1/porting/requests/import', body, takesKey: true }, options);
  }

  /**
   * List porting requests
   *
   * Newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: PortingRequestsListQuery = {}, options?: CallOptions): PagePromise<PortRequest, PortRequestPage> {
    return this.transport.list({ path: '/v1/porting/requests', query }, options);
  }

  /**
   * Create a porting request
   *
   * Creates a draft that asks another carrier for numbers of one country. Add the documents, then submit it. Returns 409 if an account has one of the numbers, or if a request for one of them is open; `fields.e164s` names them.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, country_not_supported, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, number_already_owned, payload_too_large, port_already_exists, rate_limited, routing_profile_not_active, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: PortingRequestCreateRequest, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'POST', path: '/v1/porting/requests', body, takesKey: true }, options);
  }

  /**
   * Read a porting request
   *
   * Returns the request with the status of each number.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ path: `/v1/porting/requests/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a porting request
   *
   * Changes a draft, or a request with an exception, whose numbers stay.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, country_not_supported, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, number_already_owned, payload_too_large, port_already_exists, precondition_failed, rate_limited, routing_profile_not_active, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: PortingRequestUpdateRequest = {}, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'PATCH', path: `/v1/porting/requests/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a porting request
   *
   * Deletes a draft. Cancel a request that was submitted.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/porting/requests/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Submit a porting request
   *
   * Submits a draft, or a request with an exception again. Holds the fee, which is charged when the numbers are ported, and released when the port ends otherwise. Returns 422 `port_incomplete` with `fields` if a member or a document is missing.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, country_not_supported, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, manual_review_required, mfa_required, not_found, number_already_owned, payload_too_large, port_already_exists, port_incomplete, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  submit(id: string, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'POST', path: `/v1/porting/requests/${encodeURIComponent(id)}/submit`, takesKey: true }, options);
  }

  /**
   * Cancel a porting request
   *
   * Cancels a submitted request and releases its fee. Once a date is confirmed, that is possible until a day before it.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(id: string, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'POST', path: `/v1/porting/requests/${encodeURIComponent(id)}/cancel`, takesKey: true }, options);
  }
}

export class PortingLoaResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Download the letter of authorization
   *
   * Returns the letter to the losing carrier as PDF, filled in with what the request says, to be signed and uploaded. It names the end user of the request, which needs `compliance:read`, or without one the account with its billing details. The PIN is not in it.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  download(id: string, query: PortingLoaDownloadQuery = {}, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/porting/requests/${encodeURIComponent(id)}/loa`, query, isFile: true }, options);
  }
}

export class PortingDocumentsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Add a document to a porting request
   *
   * Adds a document that was uploaded as a compliance document, to a draft or a request with an exception. A document can serve several purposes. It cannot be deleted while the port is open.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(id: string, body: PortingDocumentCreateRequest, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'POST', path: `/v1/porting/requests/${encodeURIComponent(id)}/documents`, body, takesKey: true }, options);
  }

  /**
   * Remove a document from a porting request
   *
   * Removes the document from the request, for every purpose. The compliance document stays.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, documentId: string, options?: CallOptions): Promise<PortRequest> {
    return this.transport.send({ method: 'DELETE', path: `/v1/porting/requests/${encodeURIComponent(id)}/documents/${encodeURIComponent(documentId)}`, takesKey: true }, options);
  }
}

export class PortingEventsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the events of a porting request
   *
   * Newest first by default.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(id: string, query: PortingEventsListQuery = {}, options?: CallOptions): PagePromise<PortEvent, PortEventPage> {
    return this.transport.list({ path: `/v1/porting/requests/${encodeURIComponent(id)}/events`, query }, options);
  }
}

export class PortingCommentsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the comments on a porting request
   *
   * Newest first by default.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(id: string, query: PortingCommentsListQuery = {}, options?: CallOptions): PagePromise<PortComment, PortCommentPage> {
    return this.transport.list({ path: `/v1/porting/requests/${encodeURIComponent(id)}/comments`, query }, options);
  }

  /**
   * Comment on a porting request
   *
   * Sends a comment to the operator. The request must have been submitted. The operator replies with comments, which are also sent by email.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(id: string, body: PortingCommentCreateRequest, options?: CallOptions): Promise<PortComment> {
    return this.transport.send({ method: 'POST', path: `/v1/porting/requests/${encodeURIComponent(id)}/comments`, body, takesKey: true }, options);
  }
}

export class PortingResource {
  readonly portOuts: PortingPortOutsResource;
  readonly requests: PortingRequestsResource;
  readonly loa: PortingLoaResource;
  readonly documents: PortingDocumentsResource;
  readonly events: PortingEventsResource;
  readonly comments: PortingCommentsResource;

  constructor(private readonly transport: Transport) {
    this.portOuts = new PortingPortOutsResource(transport);
    this.requests = new PortingRequestsResource(transport);
    this.loa = new PortingLoaResource(transport);
    this.documents = new PortingDocumentsResource(transport);
    this.events = new PortingEventsResource(transport);
    this.comments = new PortingCommentsResource(transport);
  }

  /**
   * Check whether numbers can be ported
   *
   * Answers from the numbering plans, the coverage and the numbers that are here already, in the order of the request. `portable` is null where these do not decide it. `losing_carrier` is null where it is not known for certain: name the carrier that sends your invoices. Nothing is stored.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  check(body: PortingCheckRequest, options?: CallOptions): Promise<PortChecks> {
    return this.transport.send({ method: 'POST', path: '/v1/porting/checks', body, takesKey: true }, options);
  }
}

export class CdrsExportsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List exports of call records
   *
   * Returns the exports of the kind `cdrs`, newest first, for 90 days.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: CdrsExportsListQuery = {}, options?: CallOptions): PagePromise<Export, ExportPage> {
    return this.transport.list({ path: '/v1/cdrs/exports', query }, options);
  }

  /**
   * Export call records
   *
   * As [`POST /v1/exports`](#operation/exports.create) with the kind `cdrs`. Writes the records of a list into a compressed file. A worker reads them from one snapshot of the database. An account can have at most 5 exports that are pending or running, of which one is written at a time, and can store at most 1,000 files and 20 GiB. To learn when the export has ended, read it, subscribe to `export.completed` and `export.failed`, or pass `callback_url`. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, csrf_rejected, export_limit_reached, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  create(body: CdrExportCreateRequest, options?: CallOptions): Promise<CreatedExport> {
    return this.transport.send({ method: 'POST', path: '/v1/cdrs/exports', body, takesKey: true }, options);
  }

  /**
   * Read an export of call records
   *
   * Returns an export of the kind `cdrs`.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Export> {
    return this.transport.send({ path: `/v1/cdrs/exports/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Download an export of call records
   *
   * Returns the file, compressed with gzip. Returns 409 `invalid_state` before the export is completed, and 410 `export_expired` from seven days after that.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, export_expired, forbidden, internal_error, invalid_input, invalid_state, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  download(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/cdrs/exports/${encodeURIComponent(id)}/download`, isFile: true }, options);
  }
}

export class CdrsSummaryResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Summarize call records
   *
   * Sums up the call records that `GET /v1/cdrs` returns with the same filters, by one or two groups, such as `group_by=day,country`. Groups without calls are left out. Hours, days and months are those of the time zone in which the calls started, so a day on which the clock changes has 23 or 25 hours.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(query: CdrsSummaryGetQuery = {}, options?: CallOptions): PagePromise<CdrGroup, CdrSummary> {
    return this.transport.list({ path: '/v1/cdrs/summary', query }, options);
  }
}

export class CdrsResource {
  readonly exports: CdrsExportsResource;
  readonly summary: CdrsSummaryResource;

  constructor(private readonly transport: Transport) {
    this.exports = new CdrsExportsResource(transport);
    this.summary = new CdrsSummaryResource(transport);
  }

  /**
   * List call records
   *
   * A record is created with its charge after the call has ended. It changes only when an unanswered call is reported as answered later, with a new `created_at`. To poll, use `created_from` with `sort=created_at` and `order=asc`: within an account, records appear in the order of `created_at`.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: CdrsListQuery = {}, options?: CallOptions): PagePromise<Cdr, CdrPage> {
    return this.transport.list({ path: '/v1/cdrs', query }, options);
  }

  /**
   * Stream call records
   *
   * Sends each call record that matches the filters as soon as it is created, as a server-sent event of type `call.completed`. The `id` of a message is that of its event, and `data` is JSON. Browsers reconnect by themselves and send the last `id` as `Last-Event-ID`, so that no event is missing or repeated. A message with an `id` and no `data` only moves that position. A comment follows every 15 seconds. The stream ends when its credential does, when the client reads too slowly, and when the server restarts. An account has at most 20 open streams; more return 429 `rate_limited`.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  stream(query: CdrsStreamQuery = {}, options?: StreamOptions): AsyncGenerator<StreamMessage<Cdr>> {
    return this.transport.stream({ path: '/v1/cdrs/stream', query }, options);
  }

  /**
   * Read a call record
   *
   * Returns one call with its price and its attempts. The parties are shown as `settings.cdr_redaction` of the account allows.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<CdrDetail> {
    return this.transport.send({ path: `/v1/cdrs/${encodeURIComponent(id)}` }, options);
  }
}

export class ExportsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List exports
   *
   * Returns the exports of the kinds that the credential may read, newest first, for 90 days.
   *
   * Requires `cdrs:read`, `numbers:read`, `billing:read` or `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ExportsListQuery = {}, options?: CallOptions): PagePromise<Export, ExportPage> {
    return this.transport.list({ path: '/v1/exports', query }, options);
  }

  /**
   * Create an export
   *
   * Writes the records of a list into a compressed file. A worker reads them from one snapshot of the database. An account can have at most 5 exports that are pending or running, of which one is written at a time, and can store at most 1,000 files and 20 GiB. To learn when the export has ended, read it, subscribe to `export.completed` and `export.failed`, or pass `callback_url`. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `cdrs:read`, `numbers:read`, `billing:read` or `webhooks:read`.
   *
   * Fails with account_closed, csrf_rejected, export_limit_reached, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  create(body: ExportCreateRequest, options?: CallOptions): Promise<CreatedExport> {
    return this.transport.send({ method: 'POST', path: '/v1/exports', body, takesKey: true }, options);
  }

  /**
   * Read an export
   *
   * Returns an export of a kind that the credential may read.
   *
   * Requires `cdrs:read`, `numbers:read`, `billing:read` or `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Export> {
    return this.transport.send({ path: `/v1/exports/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Download an export
   *
   * Returns the file, compressed with gzip. Returns 409 `invalid_state` before the export is completed, and 410 `export_expired` from seven days after that.
   *
   * Requires `cdrs:read`, `numbers:read`, `billing:read` or `webhooks:read`.
   *
   * Fails with account_closed, export_expired, forbidden, internal_error, invalid_input, invalid_state, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  download(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/exports/${encodeURIComponent(id)}/download`, isFile: true }, options);
  }
}

export class DashboardSummaryResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the dashboard summary
   *
   * Cached for up to 5 minutes, and recomputed after each change of the balance.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  get(query: DashboardSummaryGetQuery = {}, options?: CallOptions): Promise<DashboardSummary> {
    return this.transport.send({ path: '/v1/dashboard/summary', query }, options);
  }
}

export class DashboardResource {
  readonly summary: DashboardSummaryResource;

  constructor(transport: Transport) {
    this.summary = new DashboardSummaryResource(transport);
  }
}

export class AlarmsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List alarms
   *
   * Returns the alarms of the account with their states and values. Newest first by default.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: AlarmsListQuery = {}, options?: CallOptions): PagePromise<Alarm, AlarmPage> {
    return this.transport.list({ path: '/v1/alarms', query }, options);
  }

  /**
   * Create an alarm
   *
   * Compares a metric of the calls that were recorded within a window with a threshold, each minute. An alarm is raised once its condition holds, and cleared once the condition has not held for five minutes, with the events `alarm.raised` and `alarm.cleared` and a mail to owners and admins, for `cost_cents` also to billing members. It counts the calls that are recorded from its creation on. An account has at most 50 alarms.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, alarm_limit_reached, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: AlarmCreateRequest, options?: CallOptions): Promise<Alarm> {
    return this.transport.send({ method: 'POST', path: '/v1/alarms', body, takesKey: true }, options);
  }

  /**
   * Read an alarm
   *
   * Returns the alarm with its state and value.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Alarm> {
    return this.transport.send({ path: `/v1/alarms/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update an alarm
   *
   * A new `scope` replaces the whole scope. A raised alarm is cleared, with the event `alarm.cleared` and without a mail, when it is disabled, or when its metric, window, comparison or scope changes. With a new window or scope, and when it is enabled, it begins to count calls anew.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: AlarmUpdateRequest = {}, options?: CallOptions): Promise<Alarm> {
    return this.transport.send({ method: 'PATCH', path: `/v1/alarms/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete an alarm
   *
   * A raised alarm is cleared first, with the event `alarm.cleared`.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/alarms/${encodeURIComponent(id)}`, takesKey: true }, options);
  }
}

export class BillingBalanceResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the balance
   *
   * Charges require enough `available_cents`, except for completed calls, which are always charged.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<Balance> {
    return this.transport.send({ path: '/v1/billing/balance' }, options);
  }
}

export class BillingTransactionsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List transactions
   *
   * Returns every change of the balance. Within an account, the order by time is the order of the changes, so paging with `order=asc` misses none. `format=csv` returns all that match in one file; `limit` does not apply then.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingTransactionsListQuery = {}, options?: CallOptions): PagePromise<Transaction, TransactionPage> {
    return this.transport.list({ path: '/v1/billing/transactions', query }, options);
  }

  /**
   * Read a transaction
   *
   * Returns one movement of the wallet with the balance after it.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Transaction> {
    return this.transport.send({ path: `/v1/billing/transactions/${encodeURIComponent(id)}` }, options);
  }
}

export class BillingHoldsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List holds
   *
   * Returns what is held of the balance and by what, newest first. Their sum is `held_cents` of the balance. A call holds the price of its granted time until its record is written, a checkout and an order until they are settled.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingHoldsListQuery = {}, options?: CallOptions): PagePromise<Hold, HoldPage> {
    return this.transport.list({ path: '/v1/billing/holds', query }, options);
  }
}

export class BillingTopupsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List top-ups
   *
   * Returns the top-ups of the account, those of auto-recharge included.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingTopupsListQuery = {}, options?: CallOptions): PagePromise<Topup, TopupPage> {
    return this.transport.list({ path: '/v1/billing/topups', query }, options);
  }

  /**
   * Top up the balance
   *
   * Charges a saved card. `succeeded`: the balance was credited. `requires_action`: authenticate with `client_secret`. `processing`: the outcome is not known yet and settles automatically; read the top-up again. A declined top-up returns 402 and is listed as `failed`. To retry safely, repeat the request with the same `Idempotency-Key`. If a payment is later disputed or refunded at the processor, the balance is debited (`chargeback`, `refund`). In the sandbox, an operator authenticates with POST /operator/sandbox/payments/{processor_payment_intent_id}/actions.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, no_default_payment_method, payload_too_large, payment_declined, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: BillingTopupCreateRequest, options?: CallOptions): Promise<Topup> {
    return this.transport.send({ method: 'POST', path: '/v1/billing/topups', body, takesKey: true }, options);
  }

  /**
   * Read a top-up
   *
   * Returns the status of a top-up. The balance is credited when it is `succeeded`.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Topup> {
    return this.transport.send({ path: `/v1/billing/topups/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Download the receipt of a top-up
   *
   * Returns a PDF with the present billing details of the account. Returns 409 `invalid_state` for a top-up that has not succeeded: it has no receipt.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, invalid_state, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  downloadReceipt(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/billing/topups/${encodeURIComponent(id)}/receipt`, isFile: true }, options);
  }
}

export class BillingPaymentMethodsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Start card setup
   *
   * Returns the parameters that the processor's browser SDK needs to collect a card; card data never reaches this API. Save the result with POST /v1/billing/payment-methods before `expires_at`, when the setup is cancelled.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, processor_error, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  startSetup(options?: CallOptions): Promise<CardSetup> {
    return this.transport.send({ method: 'POST', path: '/v1/billing/payment-methods/setup', takesKey: true }, options);
  }

  /**
   * List payment methods
   *
   * Returns the saved cards of the account, without their numbers.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingPaymentMethodsListQuery = {}, options?: CallOptions): PagePromise<PaymentMethod, PaymentMethodPage> {
    return this.transport.list({ path: '/v1/billing/payment-methods', query }, options);
  }

  /**
   * Save a payment method
   *
   * The sandbox supports the processor's test payment methods. `pm_card_visa`, `pm_card_mastercard`, `pm_card_amex`, …: charges succeed. `pm_card_authenticationRequired`: the customer must authenticate. `pm_card_chargeCustomerFail`: saved, but every charge is declined. `pm_card_createDispute`: charges succeed and are disputed. `pm_card_chargeDeclined` and similar: declined when saved.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, payment_method_declined, payment_method_exists, processor_error, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: BillingPaymentMethodCreateRequest, options?: CallOptions): Promise<PaymentMethod> {
    return this.transport.send({ method: 'POST', path: '/v1/billing/payment-methods', body, takesKey: true }, options);
  }

  /**
   * Set the default payment method
   *
   * Auto-recharge and top-ups without `payment_method_id` charge the default payment method. The previous default stays saved.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: BillingPaymentMethodUpdateRequest, options?: CallOptions): Promise<PaymentMethod> {
    return this.transport.send({ method: 'PATCH', path: `/v1/billing/payment-methods/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Remove a payment method
   *
   * Removing the default leaves no default until you set another. Returns 409 for the default while auto-recharge is enabled.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, payment_method_in_use, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<RemovedPaymentMethod> {
    return this.transport.send({ method: 'DELETE', path: `/v1/billing/payment-methods/${encodeURIComponent(id)}`, takesKey: true }, options);
  }
}

export class BillingAutoRechargeResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read auto-recharge
   *
   * Returns the configuration with the outcome of the last attempt. `paused_until` is set while failed attempts pause auto-recharge.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<AutoRecharge> {
    return this.transport.send({ path: '/v1/billing/auto-recharge' }, options);
  }

  /**
   * Update auto-recharge
   *
   * Replaces the settings; an omitted amount is cleared. While enabled, the default card is charged automatically when the balance falls below the threshold: at most once in ten minutes and three times a day. Pauses for a day after three consecutive failures. Returns 409 without a default payment method.
   *
   * Requires `billing:write`.
   *
   * Fails with account_closed, account_pending_closure, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, no_default_payment_method, payload_too_large, precondition_failed, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(body: BillingAutoRechargeUpdateRequest, options?: CallOptions): Promise<AutoRecharge> {
    return this.transport.send({ method: 'PUT', path: '/v1/billing/auto-recharge', body, takesKey: true }, options);
  }
}

export class BillingRatesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Look up call prices
   *
   * Returns the current call prices of the account, after its discount: with `to`, all prices that match the number, of which the longest prefix applies; with `prefix`, all prices whose prefixes start with it, and the price of the longest shorter prefix, which covers the rest. Outbound prices require one of the two. Inbound prices depend on the type of your number; without either, all are returned. A call costs ceil(fee + rate × time / 60), with the time rounded up to `first_s`, then to multiples of `next_s`. The list is empty if there is no price: such calls are rejected. Returns 422 for a prefix with more than 1,000 prices.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingRatesListQuery = {}, options?: CallOptions): Promise<Rates> {
    return this.transport.send({ path: '/v1/billing/rates', query }, options);
  }
}

export class BillingSmsRatesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Look up message prices
   *
   * Returns the current prices of messages of the account, after its discount, as `GET /v1/billing/rates` does those of calls. A message costs ceil(segments × price) cents. Messages to numbers without an outbound price are refused with 403 `destination_not_allowed`; without an inbound price, messages to your numbers are free. Returns 422 for a prefix with more than 1,000 prices.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingSmsRatesListQuery = {}, options?: CallOptions): Promise<SmsRates> {
    return this.transport.send({ path: '/v1/billing/sms-rates', query }, options);
  }
}

export class BillingUsageResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read usage
   *
   * Returns charges by the time of the charge; days and months are in UTC, as on invoices. By `day`, `month`, `kind` and `day_kind`, all charges are included; by `number`, `trunk` and `country`, only calls. Calls are counted while their records are stored. Refunds are not subtracted. Returns 422 for more than 366 days or 10,000 rows. `format=csv` returns the rows as a file.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(query: BillingUsageGetQuery = {}, options?: CallOptions): Promise<Usage> {
    return this.transport.send({ path: '/v1/billing/usage', query }, options);
  }
}

export class BillingAlertsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List fraud alerts
   *
   * Returns the alerts about calls of the account that look like fraud, newest first. The operator acknowledges them. Each is also sent as the event `fraud.alert` and by email.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: BillingAlertsListQuery = {}, options?: CallOptions): PagePromise<FraudAlert, FraudAlertPage> {
    return this.transport.list({ path: '/v1/billing/alerts', query }, options);
  }
}

export class BillingResource {
  readonly balance: BillingBalanceResource;
  readonly transactions: BillingTransactionsResource;
  readonly holds: BillingHoldsResource;
  readonly topups: BillingTopupsResource;
  readonly paymentMethods: BillingPaymentMethodsResource;
  readonly autoRecharge: BillingAutoRechargeResource;
  readonly rates: BillingRatesResource;
  readonly smsRates: BillingSmsRatesResource;
  readonly usage: BillingUsageResource;
  readonly alerts: BillingAlertsResource;

  constructor(transport: Transport) {
    this.balance = new BillingBalanceResource(transport);
    this.transactions = new BillingTransactionsResource(transport);
    this.holds = new BillingHoldsResource(transport);
    this.topups = new BillingTopupsResource(transport);
    this.paymentMethods = new BillingPaymentMethodsResource(transport);
    this.autoRecharge = new BillingAutoRechargeResource(transport);
    this.rates = new BillingRatesResource(transport);
    this.smsRates = new BillingSmsRatesResource(transport);
    this.usage = new BillingUsageResource(transport);
    this.alerts = new BillingAlertsResource(transport);
  }
}

export class InvoicesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List invoices
   *
   * Newest month first. Each UTC month with billed items is invoiced on the first of the next month. The lines add up to the charges, refunds and adjustments among the transactions of the month; top-ups and credit are payments, not lines. A correcting invoice (`corrects_id`) has the lines of the void invoice with the opposite sign, and its replacement (`replaces_id`) has the same lines. Prepaid invoices are paid when issued. Postpaid invoices are due in 14 days and paid once the balance covers them, oldest first. A `draft` is listed first: the current month once it has billed items, or the last one until its invoice is issued, about a minute after its end.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: InvoicesListQuery = {}, options?: CallOptions): PagePromise<Invoice, InvoicePage> {
    return this.transport.list({ path: '/v1/invoices', query }, options);
  }

  /**
   * Read an invoice
   *
   * `inv_draft` is the draft for the current month, or for the last one until its invoice is issued.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Invoice> {
    return this.transport.send({ path: `/v1/invoices/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Download an invoice
   *
   * Returns a PDF. The bytes are identical each time.
   *
   * Requires `billing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  download(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/invoices/${encodeURIComponent(id)}/pdf`, isFile: true }, options);
  }
}

export class SipTrunksStatusResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the status of SIP trunks
   *
   * Returns the status of the trunks with these IDs, sorted by ID. Unknown trunks are left out.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: SipTrunksStatusListQuery, options?: CallOptions): Promise<TrunkStatuses> {
    return this.transport.send({ path: '/v1/sip-trunks/status', query }, options);
  }

  /**
   * Read the status of a SIP trunk
   *
   * Returns the systems that are registered, the state of the gateways in the last reports of switches, and how many calls are in progress.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<TrunkStatus> {
    return this.transport.send({ path: `/v1/sip-trunks/${encodeURIComponent(id)}/status` }, options);
  }
}

export class SipTrunksConnectionResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read how to connect to a SIP trunk
   *
   * Returns what a telephone system is configured with, and what its firewall has to let in. The password is returned only when the trunk or [new credentials](#operation/sipTrunks.credentials.create) are created.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<TrunkConnection> {
    return this.transport.send({ path: `/v1/sip-trunks/${encodeURIComponent(id)}/connection` }, options);
  }
}

export class SipTrunksCredentialsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Create new credentials
   *
   * For trunks in mode `register`. Revokes the old credentials immediately: systems that are registered with them receive no more calls. The password is returned only once.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(id: string, options?: CallOptions): Promise<TrunkCredentials> {
    return this.transport.send({ method: 'POST', path: `/v1/sip-trunks/${encodeURIComponent(id)}/credentials`, takesKey: true }, options);
  }
}

export class SipTrunksGatewaysResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the gateways of a trunk
   *
   * Sorted by priority, then by descending weight.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(id: string, query: SipTrunksGatewaysListQuery = {}, options?: CallOptions): PagePromise<SipGateway, SipGatewayPage> {
    return this.transport.list({ path: `/v1/sip-trunks/${encodeURIComponent(id)}/gateways`, query }, options);
  }

  /**
   * Create a gateway
   *
   * Adds a gateway to the trunk. Its host is resolved first, and refused with `host_not_allowed` if it stands for an address that is not public.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, gateway_limit_reached, host_not_allowed, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(id: string, body: SipTrunkGatewayCreateRequest, options?: CallOptions): Promise<SipGateway> {
    return this.transport.send({ method: 'POST', path: `/v1/sip-trunks/${encodeURIComponent(id)}/gateways`, body, takesKey: true }, options);
  }

  /**
   * Read a gateway
   *
   * Returns the gateway without its password.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, gatewayId: string, options?: CallOptions): Promise<SipGateway> {
    return this.transport.send({ path: `/v1/sip-trunks/${encodeURIComponent(id)}/gateways/${encodeURIComponent(gatewayId)}` }, options);
  }

  /**
   * Update a gateway
   *
   * Changes only the members that are sent. A new host is resolved first, as that of a new gateway is.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, host_not_allowed, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, gatewayId: string, body: SipTrunkGatewayUpdateRequest = {}, options?: CallOptions): Promise<SipGateway> {
    return this.transport.send({ method: 'PATCH', path: `/v1/sip-trunks/${encodeURIComponent(id)}/gateways/${encodeURIComponent(gatewayId)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a gateway
   *
   * Removes the gateway. New calls no longer reach it; calls in progress continue.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, gatewayId: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/sip-trunks/${encodeURIComponent(id)}/gateways/${encodeURIComponent(gatewayId)}`, takesKey: true }, options);
  }
}

export class SipTrunksResource {
  readonly status: SipTrunksStatusResource;
  readonly connection: SipTrunksConnectionResource;
  readonly credentials: SipTrunksCredentialsResource;
  readonly gateways: SipTrunksGatewaysResource;

  constructor(private readonly transport: Transport) {
    this.status = new SipTrunksStatusResource(transport);
    this.connection = new SipTrunksConnectionResource(transport);
    this.credentials = new SipTrunksCredentialsResource(transport);
    this.gateways = new SipTrunksGatewaysResource(transport);
  }

  /**
   * Simulate a call of a SIP trunk
   *
   * Decides an outbound call as for a switch, and lists every check of the decision. Places no call, holds no money and stores nothing. Carriers are not named. An address or user of another account is treated as unknown.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  simulate(id: string, body: SipTrunkSimulateRequest, options?: CallOptions): Promise<CallSimulation> {
    return this.transport.send({ method: 'POST', path: `/v1/sip-trunks/${encodeURIComponent(id)}/simulate`, body }, options);
  }

  /**
   * Test the gateways of a SIP trunk
   *
   * A switch sends OPTIONS to each gateway, disabled ones included, and reports code and round trip. Takes up to eight seconds if gateways do not respond. The results count for the state of the gateways. Returns 409 `switch_not_connected` if no switch is connected.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, switch_not_connected, unauthorized, unavailable, unsupported_media_type.
   */
  test(id: string, body: SipTrunkTestRequest = {}, options?: CallOptions): Promise<TrunkTest> {
    return this.transport.send({ method: 'POST', path: `/v1/sip-trunks/${encodeURIComponent(id)}/test`, body, takesKey: true }, options);
  }

  /**
   * List SIP trunks
   *
   * Returns trunks without their gateways, and by default without archived ones.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: SipTrunksListQuery = {}, options?: CallOptions): PagePromise<SipTrunk, SipTrunkPage> {
    return this.transport.list({ path: '/v1/sip-trunks', query }, options);
  }

  /**
   * Create a SIP trunk
   *
   * Creates a trunk with up to 10 gateways, atomically. A trunk with `registration_mode` `register` gets credentials; the password is returned only once. Calls reach a trunk through the systems that are registered with it and through its gateways, and fail on one with neither (`reachable` is false). **Emergency calls**: a call from the trunk to an emergency number of the caller's country (112, 911, 999, …) is routed before all other checks, free of charge, if this service has a carrier for emergency calls; otherwise it is rejected with SIP 403 `Emergency Calls Not Served`. The country is that of the caller ID, or of the account if the caller ID has none. No location is sent: keep another way to reach emergency services.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, host_not_allowed, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: SipTrunkCreateRequest, options?: CallOptions): Promise<CreatedTrunk> {
    return this.transport.send({ method: 'POST', path: '/v1/sip-trunks', body, takesKey: true }, options);
  }

  /**
   * Read a SIP trunk
   *
   * Returns the trunk with the number of its gateways, and of the phone numbers and profiles that use it.
   *
   * Requires `sip_trunks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<SipTrunkDetail> {
    return this.transport.send({ path: `/v1/sip-trunks/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a SIP trunk
   *
   * The strategy `inherit` clears `caller_id_override`. An archived trunk cannot be updated.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: SipTrunkUpdateRequest = {}, options?: CallOptions): Promise<SipTrunkDetail> {
    return this.transport.send({ method: 'PATCH', path: `/v1/sip-trunks/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Archive a SIP trunk
   *
   * Archives a trunk permanently and frees its name. Returns 409 with counts in `fields` if the trunk is in use; `force=true` detaches its numbers and disables its targets.
   *
   * Requires `sip_trunks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  archive(id: string, query: SipTrunksArchiveQuery = {}, options?: CallOptions): Promise<SipTrunk> {
    return this.transport.send({ method: 'DELETE', path: `/v1/sip-trunks/${encodeURIComponent(id)}`, query, takesKey: true }, options);
  }
}

export class RoutingProfilesTargetsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Create a routing target
   *
   * Adds a target after the others, unless `position` says otherwise. A webhook URL is resolved first, and refused with `url_not_allowed` if it stands for an address that is not public.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, target_limit_reached, trunk_not_active, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  create(id: string, body: RoutingProfileTargetCreateRequest, options?: CallOptions): Promise<RoutingTarget> {
    return this.transport.send({ method: 'POST', path: `/v1/routing-profiles/${encodeURIComponent(id)}/targets`, body, takesKey: true }, options);
  }

  /**
   * Replace or reorder routing targets
   *
   * Replaces the whole list atomically: each call uses either the old list or the new one. An entry with only an `id` keeps that target, so a list of IDs reorders the targets. An entry without `position` gets one more than the highest position before it, at most 99. An unknown `id` returns 422 with the index of the entry. For `If-Match`, send the ETag of the profile.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, trunk_not_active, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  replace(id: string, body: RoutingProfileTargetReplaceRequest, options?: CallOptions): Promise<RoutingProfileDetail> {
    return this.transport.send({ method: 'PUT', path: `/v1/routing-profiles/${encodeURIComponent(id)}/targets`, body, takesKey: true }, options);
  }

  /**
   * Update a routing target
   *
   * A new `kind` clears the old reference and requires a new one. For `If-Match`, send the ETag of the profile, or that of the target's last update.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, trunk_not_active, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  update(id: string, targetId: string, body: RoutingProfileTargetUpdateRequest = {}, options?: CallOptions): Promise<RoutingTarget> {
    return this.transport.send({ method: 'PATCH', path: `/v1/routing-profiles/${encodeURIComponent(id)}/targets/${encodeURIComponent(targetId)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a routing target
   *
   * Removes the target. New calls no longer reach it; calls in progress continue.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, targetId: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/routing-profiles/${encodeURIComponent(id)}/targets/${encodeURIComponent(targetId)}`, takesKey: true }, options);
  }
}

export class RoutingProfilesResource {
  readonly targets: RoutingProfilesTargetsResource;

  constructor(private readonly transport: Transport) {
    this.targets = new RoutingProfilesTargetsResource(transport);
  }

  /**
   * List routing profiles
   *
   * Returns profiles without their targets, and by default without archived ones.
   *
   * Requires `routing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: RoutingProfilesListQuery = {}, options?: CallOptions): PagePromise<RoutingProfile, RoutingProfilePage> {
    return this.transport.list({ path: '/v1/routing-profiles', query }, options);
  }

  /**
   * Create a routing profile
   *
   * Creates a profile with up to 50 targets, atomically. A target without `position` gets one more than the highest position before it in the list, at most 99. A target cannot forward to a number of the account that is being released or has a date of release.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, payload_too_large, rate_limited, trunk_not_active, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  create(body: RoutingProfileCreateRequest, options?: CallOptions): Promise<RoutingProfileDetail> {
    return this.transport.send({ method: 'POST', path: '/v1/routing-profiles', body, takesKey: true }, options);
  }

  /**
   * Read a routing profile with its targets
   *
   * Returns the profile with all its targets, in the order of their positions.
   *
   * Requires `routing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<RoutingProfileDetail> {
    return this.transport.send({ path: `/v1/routing-profiles/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a routing profile
   *
   * For `If-Match`, send the ETag of GET or of the last update. An archived profile cannot be updated.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: RoutingProfileUpdateRequest = {}, options?: CallOptions): Promise<RoutingProfile> {
    return this.transport.send({ method: 'PATCH', path: `/v1/routing-profiles/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Archive a routing profile
   *
   * Archives a profile permanently and frees its name. `force=true` detaches its numbers.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  archive(id: string, query: RoutingProfilesArchiveQuery = {}, options?: CallOptions): Promise<RoutingProfile> {
    return this.transport.send({ method: 'DELETE', path: `/v1/routing-profiles/${encodeURIComponent(id)}`, query, takesKey: true }, options);
  }

  /**
   * Duplicate a routing profile
   *
   * Copies a profile with its targets under another name. Targets whose trunk is not active are disabled in the copy.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  duplicate(id: string, body: RoutingProfileDuplicateRequest, options?: CallOptions): Promise<RoutingProfileDetail> {
    return this.transport.send({ method: 'POST', path: `/v1/routing-profiles/${encodeURIComponent(id)}/duplicate`, body, takesKey: true }, options);
  }

  /**
   * Simulate a call
   *
   * Returns the attempts, price and maximum duration of a call at a given time. Places no call and does not advance round robin; `seed` determines its position. Without `to`, the price is that of a geographic number.
   *
   * Requires `routing:read`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  simulate(id: string, body: RoutingProfileSimulateRequest, options?: CallOptions): Promise<Simulation> {
    return this.transport.send({ method: 'POST', path: `/v1/routing-profiles/${encodeURIComponent(id)}/simulate`, body }, options);
  }
}

export class WebrtcUsersTokensResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Issue credentials for a browser
   *
   * Returns SIP credentials for one hour, so that a page contains no secret that lives longer. Issue new ones before they expire; a registration made with them ends at its own expiry. A user has at most 20 valid tokens: further ones are 409 `conflict`.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(id: string, options?: CallOptions): Promise<WebrtcToken> {
    return this.transport.send({ method: 'POST', path: `/v1/webrtc-users/${encodeURIComponent(id)}/tokens`, takesKey: true }, options);
  }
}

export class WebrtcUsersResource {
  readonly tokens: WebrtcUsersTokensResource;

  constructor(private readonly transport: Transport) {
    this.tokens = new WebrtcUsersTokensResource(transport);
  }

  /**
   * List WebRTC users
   *
   * Returns the people who make and receive calls in a browser.
   *
   * Requires `routing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: WebrtcUsersListQuery = {}, options?: CallOptions): PagePromise<WebrtcUser, WebrtcUserPage> {
    return this.transport.list({ path: '/v1/webrtc-users', query }, options);
  }

  /**
   * Create a WebRTC user
   *
   * Creates a user who makes and receives calls in a browser. Calls reach the user through a routing target of kind `webrtc_user` while a browser is registered with a token.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: WebrtcUserCreateRequest, options?: CallOptions): Promise<WebrtcUser> {
    return this.transport.send({ method: 'POST', path: '/v1/webrtc-users', body, takesKey: true }, options);
  }

  /**
   * Read a WebRTC user
   *
   * Returns the user without its tokens, which are returned only when they are issued.
   *
   * Requires `routing:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<WebrtcUser> {
    return this.transport.send({ path: `/v1/webrtc-users/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a WebRTC user
   *
   * A disabled user receives no calls, and its tokens are revoked: its browsers cannot register again. `default_caller_id` is cleared when the number is released with `force=true`.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, name_in_use, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: WebrtcUserUpdateRequest = {}, options?: CallOptions): Promise<WebrtcUser> {
    return this.transport.send({ method: 'PATCH', path: `/v1/webrtc-users/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a WebRTC user
   *
   * Deletes a user with its tokens. Returns 409 with the count of targets in `fields` if enabled targets lead to the user; `force=true` disables them.
   *
   * Requires `routing:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, query: WebrtcUsersDeleteQuery = {}, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/webrtc-users/${encodeURIComponent(id)}`, query, takesKey: true }, options);
  }
}

export class CallsEchoResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the echo number
   *
   * Returns a number that answers and sends back what it hears, for test calls. The sandbox has one; elsewhere the operator may set one up.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<EchoNumber> {
    return this.transport.send({ path: '/v1/calls/echo' }, options);
  }
}

export class CallsResource {
  readonly echo: CallsEchoResource;

  constructor(private readonly transport: Transport) {
    this.echo = new CallsEchoResource(transport);
  }

  /**
   * List calls in progress
   *
   * Returns the calls that have not ended, newest first, as their switch reported them within the last two seconds. Calls that have ended are [call records](#operation/cdrs.list).
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: CallsListQuery = {}, options?: CallOptions): PagePromise<Call, CallPage> {
    return this.transport.list({ path: '/v1/calls', query }, options);
  }

  /**
   * Place a call
   *
   * Click to dial: rings the SIP trunk, calls `to` once the trunk has answered, and connects the two. A trunk that is busy, refuses or does not answer ends the call, and `to` is not called. The call to `to` is decided, priced and limited as an outbound call of the trunk, and has one call record with the attempts of both legs; the leg to the trunk is free. The price of the whole granted time is held: set `max_duration_s` to hold less. 409 `switch_not_connected`: no switch can place calls at the moment. 409 `trunk_not_active`: the trunk is disabled, or no gateway and no registered system can be reached. To retry safely, repeat the request with the same `Idempotency-Key`. The rules for [outbound calls](#operation/account.outbound.get) apply: `fields.rule` of 403 and 429 names the rule that rejects the call, with a `reason` of [rejected calls](#operation/rejectedCalls.list).
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, concurrency_limit_reached, csrf_rejected, destination_not_allowed, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, spend_cap_reached, switch_not_connected, trunk_not_active, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: CallCreateRequest, options?: CallOptions): Promise<Call> {
    return this.transport.send({ method: 'POST', path: '/v1/calls', body, takesKey: true }, options);
  }

  /**
   * Read a call
   *
   * Returns a live call, or a call that ended within the last 24 hours, with `cdr_id` once its call record is written.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Call> {
    return this.transport.send({ path: `/v1/calls/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Hang up a call
   *
   * Asks the switch to end the call, ringing or answered, which takes about a second. 409 `switch_not_connected`: the switch of the call takes no commands at the moment.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, call_already_ended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, switch_not_connected, unauthorized, unavailable, unsupported_media_type.
   */
  hangup(id: string, options?: CallOptions): Promise<Call> {
    return this.transport.send({ method: 'POST', path: `/v1/calls/${encodeURIComponent(id)}/hangup`, takesKey: true }, options);
  }
}

export class RejectedCallsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List rejected calls
   *
   * Returns the calls of the last 30 days that were rejected before they were routed, newest first, each with its reason and what to do about it. A call from an unknown source is listed if it shows a number of the account.
   *
   * Requires `cdrs:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: RejectedCallsListQuery = {}, options?: CallOptions): PagePromise<RejectedCall, RejectedCallPage> {
    return this.transport.list({ path: '/v1/rejected-calls', query }, options);
  }
}

export class AccountOutboundResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the rules for outbound calls
   *
   * Returns which countries the account may call and why, and the limits in force. `settings.outbound` of the account, its tier, its numbers and the operator decide. Change the settings with `PATCH /accounts/me`.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<OutboundInForce> {
    return this.transport.send({ path: '/v1/accounts/me/outbound' }, options);
  }
}

export class AccountClosureResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the closure request
   *
   * Returns null if no request exists or the last one was cancelled.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<ClosureRequest | null> {
    return this.transport.send({ path: '/v1/accounts/me/closure' }, options);
  }

  /**
   * Request closure of the account
   *
   * Requires the password of an owner, or a code if the second factor is enabled. For 30 days the account is `pending_closure`: it can be read, also with its API keys, and the closure can be cancelled. After that, numbers are released, trunks and routing profiles archived, API keys and sessions revoked, compliance documents permanently erased, and the unused part of payments refunded. Trial credit and other credits are not refunded. Every owner is notified by email. 409 `closure_blocked` names each obstacle in `fields`: `negative_balance`, and `active_port` while a port of numbers runs.
   *
   * Requires `account:close`.
   *
   * Fails with account_closed, closure_already_requested, closure_blocked, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_code_invalid, mfa_locked, mfa_required, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: AccountClosureCreateRequest, options?: CallOptions): Promise<ClosureRequest> {
    return this.transport.send({ method: 'POST', path: '/v1/accounts/me/closure', body, takesKey: true }, options);
  }

  /**
   * Cancel the closure of the account
   *
   * Returns the account to its previous status: `active` or `suspended`. Returns 409 `invalid_state` after the 30 days.
   *
   * Requires `account:close`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(options?: CallOptions): Promise<MyAccount> {
    return this.transport.send({ method: 'DELETE', path: '/v1/accounts/me/closure', takesKey: true }, options);
  }
}

export class AccountMembersResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List members
   *
   * Newest member first.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: AccountMembersListQuery = {}, options?: CallOptions): PagePromise<Member, MemberPage> {
    return this.transport.list({ path: '/v1/accounts/me/members', query }, options);
  }

  /**
   * Update the role of a member
   *
   * Takes effect with the next request of the member. An admin cannot change an owner or assign the role `owner`. If the new role cannot manage members, pending invitations from that member are revoked.
   *
   * Requires `members:write`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, last_owner, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(userId: string, body: AccountMemberUpdateRequest, options?: CallOptions): Promise<Member> {
    return this.transport.send({ method: 'PATCH', path: `/v1/accounts/me/members/${encodeURIComponent(userId)}`, body, takesKey: true }, options);
  }

  /**
   * Remove a member or leave the account
   *
   * Owners can remove any member, admins any member except owners, and every member can remove themselves. The last owner cannot leave. Revokes the API keys and invitations that the member created here; their sessions continue in their other accounts, if any.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, last_owner, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  delete(userId: string, options?: CallOptions): Promise<RemovedMember> {
    return this.transport.send({ method: 'DELETE', path: `/v1/accounts/me/members/${encodeURIComponent(userId)}`, takesKey: true }, options);
  }
}

export class AccountInvitationsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List invitations
   *
   * Newest first.
   *
   * Requires `members:write`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: AccountInvitationsListQuery = {}, options?: CallOptions): PagePromise<Invitation, InvitationPage> {
    return this.transport.list({ path: '/v1/accounts/me/invitations', query }, options);
  }

  /**
   * Invite a user to the account
   *
   * Mails a single-use link that expires after 7 days. Inviting the same address again sends a new link and revokes the previous one. Limits: 5 emails per hour to an address and 30 from an IP address, then 429.
   *
   * Requires `members:write`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, already_member, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: AccountInvitationCreateRequest, options?: CallOptions): Promise<Invitation> {
    return this.transport.send({ method: 'POST', path: '/v1/accounts/me/invitations', body, takesKey: true }, options);
  }

  /**
   * Read an invitation
   *
   * Returns the invitation with its status and expiry. Only the mail contains its token.
   *
   * Requires `members:write`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Invitation> {
    return this.transport.send({ path: `/v1/accounts/me/invitations/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke an invitation
   *
   * Invalidates the link. Has no effect on a revoked or expired invitation. If the invitation was accepted, remove the member instead.
   *
   * Requires `members:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  revoke(id: string, options?: CallOptions): Promise<Invitation> {
    return this.transport.send({ method: 'DELETE', path: `/v1/accounts/me/invitations/${encodeURIComponent(id)}`, takesKey: true }, options);
  }
}

export class AccountResource {
  readonly outbound: AccountOutboundResource;
  readonly closure: AccountClosureResource;
  readonly members: AccountMembersResource;
  readonly invitations: AccountInvitationsResource;

  constructor(private readonly transport: Transport) {
    this.outbound = new AccountOutboundResource(transport);
    this.closure = new AccountClosureResource(transport);
    this.members = new AccountMembersResource(transport);
    this.invitations = new AccountInvitationsResource(transport);
  }

  /**
   * Read the selected account
   *
   * Returns the account with its balance, limits and settings, the calling user with all memberships, and the permissions of the credential.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<MyAccount> {
    return this.transport.send({ path: '/v1/accounts/me' }, options);
  }

  /**
   * Update the selected account
   *
   * Updates only the members that are sent. Returns 409 `invalid_state` for a change of country after the first number order. `settings.outbound` and `billing_details` also need `billing:write` and a session: 403 `forbidden` or `session_required` otherwise.
   *
   * Requires `account:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, precondition_failed, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(body: AccountUpdateRequest = {}, options?: CallOptions): Promise<MyAccount> {
    return this.transport.send({ method: 'PATCH', path: '/v1/accounts/me', body, takesKey: true }, options);
  }
}

export class SmsOptOutsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List opt-outs
   *
   * Returns the recipients that have sent STOP, or its equivalent in another language, and not START since, newest first. Messages to them from the number return 409 `recipient_opted_out`.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: SmsOptOutsListQuery = {}, options?: CallOptions): PagePromise<OptOut, OptOutPage> {
    return this.transport.list({ path: '/v1/sms/opt-outs', query }, options);
  }

  /**
   * Delete an opt-out
   *
   * Allows messages to the recipient again. Delete an opt-out only if the recipient has consented in another way: the reason is stored in the audit trail of the operator.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, body: SmOptOutDeleteRequest, options?: CallOptions): Promise<OptOut> {
    return this.transport.send({ method: 'DELETE', path: `/v1/sms/opt-outs/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }
}

export class SmsBatchesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List batches
   *
   * Returns batches of messages without their recipients, newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: SmsBatchesListQuery = {}, options?: CallOptions): PagePromise<SmsBatch, SmsBatchPage> {
    return this.transport.list({ path: '/v1/sms/batches', query }, options);
  }

  /**
   * Send a text to many recipients
   *
   * Queues a message for each allowed recipient and holds the prices, in one transaction. `items` contains the outcome of each recipient; a refused recipient does not affect the others. If the balance or the daily cap does not cover all messages, the first recipients are served. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, capability_missing, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: SmBatcheCreateRequest, options?: CallOptions): Promise<SmsBatchDetails> {
    return this.transport.send({ method: 'POST', path: '/v1/sms/batches', body, takesKey: true }, options);
  }

  /**
   * Read a batch
   *
   * Returns a batch with the current status of each message.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<SmsBatchDetails> {
    return this.transport.send({ path: `/v1/sms/batches/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Cancel a batch
   *
   * Cancels the messages of the batch that are still queued, such as those of a scheduled batch, and releases their prices. 409 `invalid_state` if none is queued.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(id: string, options?: CallOptions): Promise<SmsBatchDetails> {
    return this.transport.send({ method: 'POST', path: `/v1/sms/batches/${encodeURIComponent(id)}/cancel`, takesKey: true }, options);
  }
}

export class SmsResource {
  readonly optOuts: SmsOptOutsResource;
  readonly batches: SmsBatchesResource;

  constructor(private readonly transport: Transport) {
    this.optOuts = new SmsOptOutsResource(transport);
    this.batches = new SmsBatchesResource(transport);
  }

  /**
   * List messages
   *
   * Returns text messages, newest first.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: SmsListQuery = {}, options?: CallOptions): PagePromise<Sms, SmsPage> {
    return this.transport.list({ path: '/v1/sms', query }, options);
  }

  /**
   * Send a message
   *
   * Queues a text message and holds its price, which is charged when a carrier accepts the message and released if none does. Messages between the same two numbers are sent in order. The rules for [outbound calls](#operation/account.outbound.get) apply: `fields.rule` of 403 names the rule. To retry safely, repeat the request with the same `Idempotency-Key`.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, capability_missing, csrf_rejected, destination_not_allowed, forbidden, idempotency_in_progress, idempotency_key_reused, insufficient_balance, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, recipient_opted_out, spend_cap_reached, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: SmCreateRequest, options?: CallOptions): Promise<Sms> {
    return this.transport.send({ method: 'POST', path: '/v1/sms', body, takesKey: true }, options);
  }

  /**
   * Preview a message
   *
   * Returns how a text would be encoded and divided, and what it would cost, without sending it. Refuses what `POST /v1/sms` would refuse now, except for the balance.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, capability_missing, csrf_rejected, destination_not_allowed, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, recipient_opted_out, spend_cap_reached, unauthorized, unavailable, unsupported_media_type.
   */
  preview(body: SmPreviewRequest, options?: CallOptions): Promise<SmsPreview> {
    return this.transport.send({ method: 'POST', path: '/v1/sms/preview', body }, options);
  }

  /**
   * Read a message
   *
   * Returns a text message.
   *
   * Requires `numbers:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<Sms> {
    return this.transport.send({ path: `/v1/sms/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Cancel a message
   *
   * Cancels a queued message, such as a scheduled one, and releases its price: it becomes `failed` with `error_code` `cancelled`. 409 `invalid_state` once it is being submitted to a carrier.
   *
   * Requires `numbers:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  cancel(id: string, options?: CallOptions): Promise<Sms> {
    return this.transport.send({ method: 'POST', path: `/v1/sms/${encodeURIComponent(id)}/cancel`, takesKey: true }, options);
  }
}

export class AuthMfaResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Start setup of the second factor
   *
   * Creates a secret for an authenticator app. Takes effect with setup-verify.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_already_enabled, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  startSetup(body: AuthMfaStartSetupRequest, options?: CallOptions): Promise<TotpOffer> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/mfa/setup-start', body }, options);
  }

  /**
   * Enable the second factor
   *
   * Accepts a secret of setup-start for 10 minutes, with a current code of the app; the code is consumed. Only this response contains the recovery codes. The session counts as verified by the second factor.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_already_enabled, mfa_code_invalid, mfa_required, payload_too_large, rate_limited, reauthentication_required, unauthorized, unavailable, unsupported_media_type.
   */
  verifySetup(body: AuthMfaVerifySetupRequest, options?: CallOptions): Promise<EnabledMfa> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/mfa/setup-verify', body }, options);
  }

  /**
   * Verify the second factor
   *
   * Turns a partial session into a full one; the cookie keeps its value. Each code works once. App codes and recovery codes complete every session, mailed codes only sessions that POST /v1/auth/mfa/email-otp accepts. Five wrong codes in 15 minutes or twenty in a day, on any endpoint, lock all codes of the user for a while; a new password does not lift the lock.
   *
   * Fails with csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_code_invalid, mfa_locked, mfa_not_pending, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  verify(body: AuthMfaVerifyRequest, options?: CallOptions): Promise<CompletedSession> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/mfa/challenge', body }, options);
  }

  /**
   * Mail a code for the second factor
   *
   * The code works once within 10 minutes and voids the previous one. Requires the `mfa_method` `email_otp` and a session started with a password. The mailbox counts as one factor: a session started by a mailed link, an identity provider, or a password that was reset by mail and has not completed a sign-in since returns 409 `mfa_not_pending` and sends nothing. Limits: 5 emails per hour to an address and 30 from an IP address.
   *
   * Fails with csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_not_pending, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  sendEmailCode(options?: CallOptions): Promise<MailedCode> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/mfa/email-otp' }, options);
  }

  /**
   * Replace the recovery codes
   *
   * Only this response contains the new codes; the old ones become invalid. Five wrong codes in 15 minutes or twenty in a day, on any endpoint, lock all codes of the user for a while; a new password does not lift the lock.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_code_invalid, mfa_locked, mfa_not_enabled, mfa_required, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  replaceRecoveryCodes(body: AuthMfaReplaceRecoveryCodesRequest, options?: CallOptions): Promise<RecoveryCodes> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/mfa/recovery-codes', body }, options);
  }

  /**
   * Disable the second factor
   *
   * Erases the secret and recovery codes, and ends partial sessions. Always requires the password, or a sign-in within 15 minutes if the user has none. Ten wrong passwords in a session within 15 minutes return 429. Five wrong codes in 15 minutes or twenty in a day, on any endpoint, lock all codes of the user for a while; a new password does not lift the lock.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_code_invalid, mfa_locked, mfa_not_enabled, mfa_required, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  disable(body: AuthMfaDisableRequest, options?: CallOptions): Promise<DisabledMfa> {
    return this.transport.send({ method: 'DELETE', path: '/v1/auth/mfa', body }, options);
  }
}

export class AuthInvitationsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the invitation of a mailed link
   *
   * Does not consume the token, so that a page can show the invitation before the user accepts it.
   *
   * Fails with internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, token_invalid, unavailable, unsupported_media_type.
   */
  inspect(body: AuthInvitationInspectRequest, options?: CallOptions): Promise<InvitationPreview> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/invitation/inspect', body }, options);
  }

  /**
   * Accept an invitation
   *
   * Consumes the token and adds the user as a member. If no user has verified the email address, `name` and `password` are required: they create a verified, signed-in user without an account of their own and replace the data of an unfinished sign-up. An existing user is not signed in: `next_step` is `login`, and no cookie is set.
   *
   * Fails with already_member, fraud_blocked, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, token_invalid, unavailable, unsupported_media_type.
   */
  accept(body: AuthInvitationAcceptRequest, options?: CallOptions): Promise<AcceptedInvitation> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/invitation/accept', body }, options);
  }
}

export class AuthIdentityProvidersResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List the identity providers
   *
   * Returns the configured third-party sign-in providers, at most two.
   *
   * Fails with internal_error, invalid_input, key_in_url, malformed_request, rate_limited, unavailable.
   */
  list(options?: CallOptions): Promise<IdentityProviders> {
    return this.transport.send({ path: '/v1/auth/providers' }, options);
  }
}

export class AuthIdentitiesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List linked identities
   *
   * Returns the provider identities that the user can sign in with.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: AuthIdentitiesListQuery = {}, options?: CallOptions): PagePromise<LinkedIdentity, LinkedIdentityPage> {
    return this.transport.list({ path: '/v1/auth/identities', query }, options);
  }

  /**
   * Unlink an identity
   *
   * The identity can no longer be used to sign in. Existing sessions remain valid. The last identity of a user without a password cannot be removed.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  unlink(id: string, body: AuthIdentityUnlinkRequest = {}, options?: CallOptions): Promise<UnlinkedIdentity> {
    return this.transport.send({ method: 'DELETE', path: `/v1/auth/identities/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }
}

export class AuthMagicLinksResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Mail a sign-in link
   *
   * Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. The single-use link expires after 15 minutes. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email. The same without the token of a bot challenge, if one is configured.
   *
   * Fails with internal_error, key_in_url, malformed_json, malformed_request, payload_too_large, unavailable, unsupported_media_type.
   */
  send(body: AuthMagicLinkSendRequest, options?: CallOptions): Promise<void> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/magic-link', body }, options);
  }

  /**
   * Sign in with the mailed token
   *
   * Consumes the token, marks the email address verified and sets the session cookie. If the second factor is enabled, `challenge` is `mfa` and the session is partial until POST /v1/auth/mfa/challenge. Works during a lockout after wrong passwords.
   *
   * Fails with account_closed, fraud_blocked, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, missing_token, payload_too_large, rate_limited, token_invalid, unavailable, unsupported_media_type.
   */
  consume(body: AuthMagicLinkConsumeRequest = {}, options?: CallOptions): Promise<SignIn> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/magic-link/consume', body }, options);
  }
}

export class AuthCaptchaResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the bot challenge
   *
   * Returns the challenge whose token sign-up, forgotten passwords and sign-in links require as `captcha_token`; null if there is none. A token works once.
   *
   * Fails with internal_error, invalid_input, key_in_url, malformed_request, rate_limited, unavailable.
   */
  get(options?: CallOptions): Promise<Captcha | null> {
    return this.transport.send({ path: '/v1/auth/captcha' }, options);
  }
}

export class AuthSessionsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List your sessions
   *
   * Returns your active sessions across accounts, including partial ones: the current session first, then by last use.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: AuthSessionsListQuery = {}, options?: CallOptions): PagePromise<Session, SessionPage> {
    return this.transport.list({ path: '/v1/auth/sessions', query }, options);
  }

  /**
   * Sign out everywhere
   *
   * Revokes all your other sessions; with `keep_current` false also the current one, and clears the cookie. Forgets all known devices: a lockout after wrong passwords applies to all of them. API keys remain valid.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  revokeAll(body: AuthSessionRevokeAllRequest = {}, options?: CallOptions): Promise<RevokedSessions> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/sessions/revoke-all', body }, options);
  }

  /**
   * Update a session
   *
   * Renames the device or ends its trust. With `is_trusted` false, the session expires within 24 hours.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: AuthSessionUpdateRequest = {}, options?: CallOptions): Promise<Session> {
    return this.transport.send({ method: 'PATCH', path: `/v1/auth/sessions/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Revoke a session
   *
   * Takes effect with the next request. Revoking the current session clears the cookie.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  revoke(id: string, options?: CallOptions): Promise<RevokedSession> {
    return this.transport.send({ method: 'DELETE', path: `/v1/auth/sessions/${encodeURIComponent(id)}` }, options);
  }
}

export class AuthLoginEventsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List login events
   *
   * Returns your attempts to sign up or sign in, across accounts, newest first. Events are kept for 400 days. Except for the first one, a success with a new device or from a new country is reported by email.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: AuthLoginEventsListQuery = {}, options?: CallOptions): PagePromise<LoginEvent, LoginEventPage> {
    return this.transport.list({ path: '/v1/auth/login-events', query }, options);
  }
}

export class AuthResource {
  readonly mfa: AuthMfaResource;
  readonly invitations: AuthInvitationsResource;
  readonly identityProviders: AuthIdentityProvidersResource;
  readonly identities: AuthIdentitiesResource;
  readonly magicLinks: AuthMagicLinksResource;
  readonly captcha: AuthCaptchaResource;
  readonly sessions: AuthSessionsResource;
  readonly loginEvents: AuthLoginEventsResource;

  constructor(private readonly transport: Transport) {
    this.mfa = new AuthMfaResource(transport);
    this.invitations = new AuthInvitationsResource(transport);
    this.identityProviders = new AuthIdentityProvidersResource(transport);
    this.identities = new AuthIdentitiesResource(transport);
    this.magicLinks = new AuthMagicLinksResource(transport);
    this.captcha = new AuthCaptchaResource(transport);
    this.sessions = new AuthSessionsResource(transport);
    this.loginEvents = new AuthLoginEventsResource(transport);
  }

  /**
   * Sign up
   *
   * Creates an account with its owner and a trial credit of 5 USD, and mails a verification link. Fraud screening checks the IP address, its country, the mailbox and the number of sign-ups from there within a day. It may require a review (tier `manual_review`: everything except ordering) or reject the sign-up, which stores only an event.
   *
   * Fails with email_in_use, fraud_blocked, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, unavailable, unsupported_media_type.
   */
  signup(body: AuthSignupRequest, options?: CallOptions): Promise<SignUp> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/signup', body, takesKey: true }, options);
  }

  /**
   * Resend the verification link
   *
   * Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email.
   *
   * Fails with internal_error, key_in_url, malformed_json, malformed_request, payload_too_large, unavailable, unsupported_media_type.
   */
  resendVerification(body: AuthResendVerificationRequest, options?: CallOptions): Promise<void> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/email/resend', body }, options);
  }

  /**
   * Verify an email address
   *
   * Consumes the mailed token, signs the user in and sets the session cookie. Also accepts the token of an email change: then the new address is verified and used for sign-in, and every other session is signed out.
   *
   * Fails with account_closed, fraud_blocked, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, token_invalid, unavailable, unsupported_media_type.
   */
  verifyEmail(body: AuthVerifyEmailRequest, options?: CallOptions): Promise<EmailVerification> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/verify-email', body }, options);
  }

  /**
   * Sign in with a password
   *
   * Sets the session cookie. If the second factor is enabled, `challenge` is `mfa` and the session is partial until POST /v1/auth/mfa/challenge. Wrong passwords from all IP addresses count together: 10 in 15 minutes lock sign-in for 15 minutes, 20 in an hour for an hour, and 100 in a day for the rest of the day, even with the correct password. Locked sign-ins return 429 `login_locked`, also for an unknown email. The lockout does not apply to known devices: those with the cookie `svc_did`, which a completed sign-in with `trust_device` or a password reset sets for 180 days, and which becomes invalid when all sessions are revoked or the password changes. Each known device is locked for 15 minutes after 10 wrong passwords in 15 minutes. Sign-in links, identity providers and existing sessions are not affected.
   *
   * Fails with account_closed, email_unverified, fraud_blocked, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  login(body: AuthLoginRequest, options?: CallOptions): Promise<SignIn> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/login', body }, options);
  }

  /**
   * Sign out
   *
   * Revokes the session immediately and clears the cookie.
   *
   * Fails with csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  logout(options?: CallOptions): Promise<null> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/logout' }, options);
  }

  /**
   * Mail a password reset link
   *
   * Always returns 204 after the same time, for any address and any JSON. Without an address, nothing happens; unknown members are ignored. The single-use link expires after one hour; a newer one voids it. Limits: 5 emails per hour to an address and 30 from an IP address; beyond that still 204, without an email. The same without the token of a bot challenge, if one is configured.
   *
   * Fails with internal_error, key_in_url, malformed_json, malformed_request, payload_too_large, unavailable, unsupported_media_type.
   */
  sendPasswordReset(body: AuthSendPasswordResetRequest, options?: CallOptions): Promise<void> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/forgot-password', body }, options);
  }

  /**
   * Set a new password with the mailed token
   *
   * Consumes the token, signs out every session of the user, lifts a lockout after wrong passwords (not after wrong second-factor codes) and marks the email address verified. The response sets the cookie `svc_did`: this becomes the only known device. Applications that were connected in one of these sessions are disconnected. The user is notified by an email that names them. API keys remain valid.
   *
   * Fails with internal_error, invalid_input, key_in_url, malformed_json, malformed_request, payload_too_large, rate_limited, token_invalid, unavailable, unsupported_media_type.
   */
  resetPassword(body: AuthResetPasswordRequest, options?: CallOptions): Promise<null> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/reset-password', body }, options);
  }

  /**
   * Change the password
   *
   * Signs out every other session and forgets every known device; this session continues with a new cookie. The user is notified by email. Ten wrong passwords in a session within 15 minutes return 429 `login_locked`. A user without a password sets one with POST /v1/auth/forgot-password.
   *
   * Fails with account_closed, csrf_rejected, forbidden, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  changePassword(body: AuthChangePasswordRequest, options?: CallOptions): Promise<PasswordChange> {
    return this.transport.send({ method: 'POST', path: '/v1/auth/change-password', body }, options);
  }
}

export class ActivityResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List activity
   *
   * Changes of the account’s resources in the last 400 days, newest first, for owners and admins. Values of secrets and personal data are left out.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ActivityListQuery = {}, options?: CallOptions): PagePromise<Activity, ActivityPage> {
    return this.transport.list({ path: '/v1/activity', query }, options);
  }
}

export class ApiKeysResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List API keys
   *
   * Newest first.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ApiKeysListQuery = {}, options?: CallOptions): PagePromise<ApiKeySummary, ApiKeySummaryPage> {
    return this.transport.list({ path: '/v1/api-keys', query }, options);
  }

  /**
   * Create an API key
   *
   * Only this response contains the secret `key`. The key acts for its creator in this account until their membership ends.
   *
   * Requires `api_keys:write`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, api_key_limit_reached, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: ApiKeyCreateRequest, options?: CallOptions): Promise<CreatedApiKey> {
    return this.transport.send({ method: 'POST', path: '/v1/api-keys', body, takesKey: true }, options);
  }

  /**
   * Read an API key
   *
   * Returns the key without its secret, which only the response that created it contains.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<ApiKeySummary> {
    return this.transport.send({ path: `/v1/api-keys/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update an API key
   *
   * Renames the key or shortens its expiry, which can never be extended. A revoked key is 409 `invalid_state`.
   *
   * Requires `api_keys:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: ApiKeyUpdateRequest = {}, options?: CallOptions): Promise<ApiKeySummary> {
    return this.transport.send({ method: 'PATCH', path: `/v1/api-keys/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Revoke an API key
   *
   * Takes effect with the next request. Idempotent. Allowed in suspended and `pending_closure` accounts.
   *
   * Requires `api_keys:write`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  revoke(id: string, options?: CallOptions): Promise<ApiKeySummary> {
    return this.transport.send({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Rotate an API key
   *
   * Creates a key with the same name, scopes, networks and expiry, which acts for the caller. The old key works for another `grace_s` seconds. A session that signed in within 15 minutes or sends `password` can rotate any key of the account; a key can rotate itself.
   *
   * Requires `api_keys:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, api_key_limit_reached, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, unauthorized, unavailable, unsupported_media_type.
   */
  rotate(id: string, body: ApiKeyRotateRequest = {}, options?: CallOptions): Promise<CreatedApiKey> {
    return this.transport.send({ method: 'POST', path: `/v1/api-keys/${encodeURIComponent(id)}/rotate`, body, takesKey: true }, options);
  }
}

export class OAuthAppsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List OAuth applications
   *
   * The applications that the account has registered, newest first.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: OAuthAppsListQuery = {}, options?: CallOptions): PagePromise<OAuthApp, OAuthAppPage> {
    return this.transport.list({ path: '/v1/oauth-apps', query }, options);
  }

  /**
   * Register an OAuth application
   *
   * Only this response contains the `client_secret`. An account has at most 25 active applications. Disable one to register another.
   *
   * Requires `oauth:apps`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, oauth_app_limit_reached, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: OAuthAppCreateRequest, options?: CallOptions): Promise<RegisteredOAuthApp> {
    return this.transport.send({ method: 'POST', path: '/v1/oauth-apps', body, takesKey: true }, options);
  }

  /**
   * Read an OAuth application
   *
   * Returns the application without its client secret, which only its registration and rotation return.
   *
   * Requires `account:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<OAuthApp> {
    return this.transport.send({ path: `/v1/oauth-apps/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update an OAuth application
   *
   * A removed scope is withdrawn from existing grants at once. An added one applies to future authorization requests.
   *
   * Requires `oauth:apps`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: OAuthAppUpdateRequest = {}, options?: CallOptions): Promise<OAuthApp> {
    return this.transport.send({ method: 'PATCH', path: `/v1/oauth-apps/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Disable an OAuth application
   *
   * Permanent. Revokes every grant of the application with its tokens. Idempotent.
   *
   * Requires `oauth:apps`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  disable(id: string, body: OAuthAppDisableRequest = {}, options?: CallOptions): Promise<OAuthApp> {
    return this.transport.send({ method: 'DELETE', path: `/v1/oauth-apps/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Rotate the client secret
   *
   * The old secret stops working immediately. Existing tokens remain valid.
   *
   * Requires `oauth:apps`.
   *
   * Requires a session that signed in within the last 15 minutes, or `password` in the body.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  rotateSecret(id: string, body: OAuthAppRotateSecretRequest = {}, options?: CallOptions): Promise<RotatedClientSecret> {
    return this.transport.send({ method: 'POST', path: `/v1/oauth-apps/${encodeURIComponent(id)}/rotate-secret`, body, takesKey: true }, options);
  }
}

export class OAuthGrantsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List connected applications
   *
   * Your grants in all accounts, newest first: one entry for each time you approved an application.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, session_required, unauthorized, unavailable.
   */
  list(query: OAuthGrantsListQuery = {}, options?: CallOptions): PagePromise<OAuthGrant, OAuthGrantPage> {
    return this.transport.list({ path: '/v1/oauth-grants', query }, options);
  }

  /**
   * Disconnect an application
   *
   * Revokes every grant that you gave to the application of this grant, with all its tokens. Idempotent.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  revoke(id: string, options?: CallOptions): Promise<RevokedGrant> {
    return this.transport.send({ method: 'DELETE', path: `/v1/oauth-grants/${encodeURIComponent(id)}`, takesKey: true }, options);
  }
}

export class UserResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read the signed-in user
   *
   * Returns the user with the role in the selected account.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<MyUser> {
    return this.transport.send({ path: '/v1/users/me' }, options);
  }

  /**
   * Update the name or phone number
   *
   * Changes only the members that are sent. The email address is changed by POST /v1/users/me/email-change.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  update(body: UserUpdateRequest = {}, options?: CallOptions): Promise<MyUser> {
    return this.transport.send({ method: 'PATCH', path: '/v1/users/me', body, takesKey: true }, options);
  }

  /**
   * Send a code to a phone
   *
   * Sends a text message with a code of six digits, which is valid for 10 minutes and voids the previous one. The phone number of the user remains until the code is sent to POST /v1/users/me/phone/verify. Limits per user, number, range of numbers, IP address and country return 429. Returns 422 for a number that is not in a range of mobile phones, and 409 for the verified number of the user, and where the operator has set no sender.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, destination_not_allowed, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  sendPhoneCode(body: UserSendPhoneCodeRequest, options?: CallOptions): Promise<SentPhoneCode> {
    return this.transport.send({ method: 'POST', path: '/v1/users/me/phone', body, takesKey: true }, options);
  }

  /**
   * Verify a phone number
   *
   * Makes the number that the code was sent to the verified number of the user. Returns 422 `fields.code` for a wrong or expired code; five wrong codes void it. Where the trial credit depends on a verified phone number, the account of an owner receives it now, once for each number.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  verifyPhone(body: UserVerifyPhoneRequest, options?: CallOptions): Promise<MyUser> {
    return this.transport.send({ method: 'POST', path: '/v1/users/me/phone/verify', body, takesKey: true }, options);
  }

  /**
   * Change the email address
   *
   * Mails a link to the new address; a newer one voids it. The change takes effect when its token is sent to POST /v1/auth/verify-email within 24 hours: the new address is verified, all sessions except the newly created one are signed out, and the old address is notified. Counts towards the email limits of the address and the IP address.
   *
   * Fails with account_closed, csrf_rejected, email_in_use, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, login_locked, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, reauthentication_required, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  changeEmail(body: UserChangeEmailRequest, options?: CallOptions): Promise<PendingEmail> {
    return this.transport.send({ method: 'POST', path: '/v1/users/me/email-change', body, takesKey: true }, options);
  }
}

export class OAuthConsentResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read an authorization request
   *
   * Returns what the consent page shows: the application, the scopes it requests, and your active accounts with the scopes that your role covers. Requests expire after 15 minutes.
   *
   * Fails with account_closed, consent_expired, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  get(requestId: string, options?: CallOptions): Promise<Consent> {
    return this.transport.send({ path: `/v1/oauth/consent/${encodeURIComponent(requestId)}` }, options);
  }

  /**
   * Decide an authorization request
   *
   * Approves or denies the request once. Navigate the browser to `redirect_to`, which returns it to the application.
   *
   * Fails with account_closed, consent_expired, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, session_required, unauthorized, unavailable, unsupported_media_type.
   */
  decide(requestId: string, body: OAuthConsentDecideRequest, options?: CallOptions): Promise<DecidedConsent> {
    return this.transport.send({ method: 'POST', path: `/v1/oauth/consent/${encodeURIComponent(requestId)}`, body, takesKey: true }, options);
  }
}

export class OAuthResource {
  readonly consent: OAuthConsentResource;

  constructor(transport: Transport) {
    this.consent = new OAuthConsentResource(transport);
  }
}

export class EventsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List events
   *
   * Lists the events of the last 30 days, the same that webhooks deliver.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: EventsListQuery = {}, options?: CallOptions): PagePromise<AccountEvent, AccountEventPage> {
    return this.transport.list({ path: '/v1/events', query }, options);
  }

  /**
   * Stream events
   *
   * Sends each event that matches the filters as soon as it is recorded, as a server-sent event of its type. The `id` of a message is that of its event, and `data` is JSON. Browsers reconnect by themselves and send the last `id` as `Last-Event-ID`, so that no event is missing or repeated. A message with an `id` and no `data` only moves that position. A comment follows every 15 seconds. The stream ends when its credential does, when the client reads too slowly, and when the server restarts. An account has at most 20 open streams; more return 429 `rate_limited`.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  stream(query: EventsStreamQuery = {}, options?: StreamOptions): AsyncGenerator<StreamMessage<AccountEvent>> {
    return this.transport.stream({ path: '/v1/events/stream', query }, options);
  }

  /**
   * Read an event
   *
   * Returns one event with its data, as webhook endpoints receive it.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<AccountEvent> {
    return this.transport.send({ path: `/v1/events/${encodeURIComponent(id)}` }, options);
  }
}

export class WebhooksEventTypesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List event types
   *
   * Lists every type that is raised, on one page, each with the JSON Schema of its payload and an example.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(options?: CallOptions): PagePromise<EventTypeDetail, EventTypeDetailPage> {
    return this.transport.list({ path: '/v1/webhooks/event-types' }, options);
  }
}

export class WebhooksDeliveriesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List deliveries
   *
   * Lists the deliveries of the last 30 days to the endpoint, each with its attempts.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  list(id: string, query: WebhooksDeliveriesListQuery = {}, options?: CallOptions): PagePromise<WebhookDelivery, WebhookDeliveryPage> {
    return this.transport.list({ path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries`, query }, options);
  }

  /**
   * Redeliver an event
   *
   * Sends the event again now, whatever the status of the delivery. Failed attempts are retried for 24 hours.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.transport.send({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, takesKey: true }, options);
  }
}

export class WebhooksResource {
  readonly eventTypes: WebhooksEventTypesResource;
  readonly deliveries: WebhooksDeliveriesResource;

  constructor(private readonly transport: Transport) {
    this.eventTypes = new WebhooksEventTypesResource(transport);
    this.deliveries = new WebhooksDeliveriesResource(transport);
  }

  /**
   * List webhook endpoints
   *
   * Returns the endpoints of the account and those of its numbers (`sms_webhook_url`), without their signing secrets.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: WebhooksListQuery = {}, options?: CallOptions): PagePromise<WebhookEndpoint, WebhookEndpointPage> {
    return this.transport.list({ path: '/v1/webhooks', query }, options);
  }

  /**
   * Create a webhook endpoint
   *
   * Registers a URL that receives events, at most 20 for each account. Every delivery is a POST of the event as JSON, signed with the secret that only this response contains: `X-Svc-Signature: t=<unix>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>`, and the headers of Standard Webhooks. Respond with 2xx within 5 seconds. Otherwise the delivery is retried for 24 hours; 410 disables the endpoint. Events may arrive twice and in any order: the `id` of the event is the same in every delivery.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type, url_not_allowed, webhook_limit_reached.
   */
  create(body: WebhookCreateRequest, options?: CallOptions): Promise<CreatedWebhook> {
    return this.transport.send({ method: 'POST', path: '/v1/webhooks', body, takesKey: true }, options);
  }

  /**
   * Read a webhook endpoint
   *
   * Returns the endpoint without its signing secret, which only its creation and rotation return.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.transport.send({ path: `/v1/webhooks/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a webhook endpoint
   *
   * Disabling abandons pending deliveries; enabling clears the count of failures. Pending deliveries go to a new URL. The URL and the types of the endpoint of a number cannot be changed here (409 `invalid_state`): update the number.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type, url_not_allowed.
   */
  update(id: string, body: WebhookUpdateRequest = {}, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.transport.send({ method: 'PATCH', path: `/v1/webhooks/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a webhook endpoint
   *
   * Gives up pending deliveries and ends the signing secret. The endpoint of a number is deleted by setting its `sms_webhook_url` to null instead (409 `invalid_state`).
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/webhooks/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Rotate the signing secret
   *
   * Until `previous_valid_until` each delivery has two signatures, one for each secret. While they overlap, another rotation returns `rotation_pending`, because receivers may still know only the previous secret. With `overlap_s` 0, the secret is rotated in any case, and all older ones end at once.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, rotation_pending, unauthorized, unavailable, unsupported_media_type.
   */
  rotateSecret(id: string, body: WebhookRotateSecretRequest = {}, options?: CallOptions): Promise<RotatedSecret> {
    return this.transport.send({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/rotate-secret`, body, takesKey: true }, options);
  }

  /**
   * Send a test event
   *
   * Sends the example of a type to the endpoint, whatever its `event_types`. The payload has `test: true`. It is signed, retried and listed like other deliveries.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  test(id: string, body: WebhookTestRequest, options?: CallOptions): Promise<WebhookDelivery> {
    return this.transport.send({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/test`, body, takesKey: true }, options);
  }

  /**
   * Replay events
   *
   * Sends the events of a time range again, also those from before the endpoint existed: those of `event_types`, and without it, those of the types that the endpoint subscribes to. A time range has at most 7 days and 50,000 events. Deliveries that are still pending are not repeated.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  replay(id: string, body: WebhookReplayRequest, options?: CallOptions): Promise<WebhookReplay> {
    return this.transport.send({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/replay`, body, takesKey: true }, options);
  }
}

export class CallWebhooksResource {
  constructor(private readonly transport: Transport) {}

  /**
   * Read how call webhooks are signed
   *
   * Routing targets of kind `webhook` are asked during a call where it goes. One secret of the account signs the questions, as deliveries are signed.
   *
   * Requires `webhooks:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  get(options?: CallOptions): Promise<CallWebhooks> {
    return this.transport.send({ path: '/v1/call-webhooks' }, options);
  }

  /**
   * Create or rotate the secret of call webhooks
   *
   * Returns a new secret. Until `previous_valid_until` each question has two signatures. While they overlap, another rotation returns `rotation_pending`; with `overlap_s` 0, the secret is rotated in any case.
   *
   * Requires `webhooks:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, rotation_pending, unauthorized, unavailable, unsupported_media_type.
   */
  rotateSecret(body: CallWebhookRotateSecretRequest = {}, options?: CallOptions): Promise<RotatedSecret> {
    return this.transport.send({ method: 'POST', path: '/v1/call-webhooks/rotate-secret', body, takesKey: true }, options);
  }
}

export class ComplianceEndUsersResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List end users
   *
   * Newest first by default. Each end user returned is recorded in the access log.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ComplianceEndUsersListQuery = {}, options?: CallOptions): PagePromise<EndUser, EndUserPage> {
    return this.transport.list({ path: '/v1/compliance/end-users', query }, options);
  }

  /**
   * Create an end user
   *
   * A person needs a first and last name, a business its registered name. You are the controller of the personal data; it is encrypted at rest.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: ComplianceEndUserCreateRequest, options?: CallOptions): Promise<EndUser> {
    return this.transport.send({ method: 'POST', path: '/v1/compliance/end-users', body, takesKey: true }, options);
  }

  /**
   * Read an end user
   *
   * Recorded in the access log.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<EndUser> {
    return this.transport.send({ path: `/v1/compliance/end-users/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update an end user
   *
   * While a submitted or approved bundle has the end user, only `email`, `phone_e164` and `notes` can be changed.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: ComplianceEndUserUpdateRequest = {}, options?: CallOptions): Promise<EndUser> {
    return this.transport.send({ method: 'PATCH', path: `/v1/compliance/end-users/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete an end user
   *
   * Returns 409 with counts in `fields` while documents or bundles refer to the end user.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/compliance/end-users/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Export an end user
   *
   * Returns a ZIP file with everything that is held of the end user: `end-user.json` and the documents. Recorded in the access log.
   *
   * Requires `compliance:read` and `documents:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  export(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/compliance/end-users/${encodeURIComponent(id)}/export`, isFile: true }, options);
  }

  /**
   * Erase an end user
   *
   * Deletes the details of the end user and its documents with their content, permanently. Approvals of its bundles end, and submitted bundles become drafts. Recorded in the access log. Returns 409 with a count in `fields` while live numbers have a bundle with the end user or its documents.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  erase(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/end-users/${encodeURIComponent(id)}/erase`, takesKey: true }, options);
  }
}

export class ComplianceDocumentsResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List documents
   *
   * Newest first by default. Each document returned is recorded in the access log.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ComplianceDocumentsListQuery = {}, options?: CallOptions): PagePromise<ComplianceDocument, ComplianceDocumentPage> {
    return this.transport.list({ path: '/v1/compliance/documents', query }, options);
  }

  /**
   * Upload a document
   *
   * A PDF, JPEG or PNG file of at most 2 MB, as a form (`file`) or as JSON (`content_base64`). The type is determined by the content; another declared type returns 415. Damaged files, PDFs that need a password, and PDFs with scripts, links to files or attachments other than XML return 422 `document_unreadable`, whose message names the cause. Padding and the trailers of cameras behind the end are cut off. The content is encrypted at rest.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, document_infected, document_too_large, document_unreadable, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: ComplianceDocumentCreateRequest, options?: CallOptions): Promise<ComplianceDocument> {
    return this.transport.send({ method: 'POST', path: '/v1/compliance/documents', body, takesKey: true }, options);
  }

  /**
   * Read a document
   *
   * Returns the document without its content. Recorded in the access log.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<ComplianceDocument> {
    return this.transport.send({ path: `/v1/compliance/documents/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a document
   *
   * Returns 409 `bundle_locked` while a submitted or approved bundle has the document.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_locked, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: ComplianceDocumentUpdateRequest = {}, options?: CallOptions): Promise<ComplianceDocument> {
    return this.transport.send({ method: 'PATCH', path: `/v1/compliance/documents/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a document
   *
   * Deletes the document with its content. Returns 409 while a bundle has it.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/compliance/documents/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Download a document
   *
   * For sessions of members who may see documents. Recorded in the access log.
   *
   * Requires `documents:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, session_required, unauthorized, unavailable.
   */
  download(id: string, options?: CallOptions): Promise<Blob> {
    return this.transport.send({ path: `/v1/compliance/documents/${encodeURIComponent(id)}/content`, isFile: true }, options);
  }
}

export class ComplianceBundlesResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List compliance bundles
   *
   * Newest first by default.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ComplianceBundlesListQuery = {}, options?: CallOptions): PagePromise<ComplianceBundle, ComplianceBundlePage> {
    return this.transport.list({ path: '/v1/compliance/bundles', query }, options);
  }

  /**
   * Create a compliance bundle
   *
   * Creates a draft. `GET /v1/catalog/requirements` lists what a bundle needs to be submitted.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  create(body: ComplianceBundleCreateRequest, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'POST', path: '/v1/compliance/bundles', body, takesKey: true }, options);
  }

  /**
   * Read a compliance bundle
   *
   * Returns the bundle with its status and documents, and the reasons of a rejection.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, not_found, rate_limited, unauthorized, unavailable.
   */
  get(id: string, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ path: `/v1/compliance/bundles/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a compliance bundle
   *
   * For drafts and rejected bundles. A rejected bundle becomes a draft.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_locked, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, precondition_failed, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  update(id: string, body: ComplianceBundleUpdateRequest = {}, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'PATCH', path: `/v1/compliance/bundles/${encodeURIComponent(id)}`, body, takesKey: true }, options);
  }

  /**
   * Delete a compliance bundle
   *
   * Deletes a draft or rejected bundle. Its documents stay. Returns 409 `resource_in_use` while live numbers have it.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_locked, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, resource_in_use, unauthorized, unavailable, unsupported_media_type.
   */
  delete(id: string, options?: CallOptions): Promise<DeletedResource> {
    return this.transport.send({ method: 'DELETE', path: `/v1/compliance/bundles/${encodeURIComponent(id)}`, takesKey: true }, options);
  }

  /**
   * Attach a document
   *
   * For drafts and rejected bundles, up to 20 documents. A rejected bundle becomes a draft.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_locked, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  attachDocument(id: string, body: ComplianceBundleAttachDocumentRequest, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/documents`, body, takesKey: true }, options);
  }

  /**
   * Detach a document
   *
   * For drafts and rejected bundles. The document itself stays.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_locked, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  detachDocument(id: string, documentId: string, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'DELETE', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/documents/${encodeURIComponent(documentId)}`, takesKey: true }, options);
  }

  /**
   * Validate a compliance bundle
   *
   * Compares the bundle with the requirements of its country and number type. Changes nothing.
   *
   * Requires `compliance:read`.
   *
   * Fails with account_closed, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  validate(id: string, options?: CallOptions): Promise<BundleValidation> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/validate`, takesKey: true }, options);
  }

  /**
   * Submit a compliance bundle
   *
   * Submits a draft for review. Until the decision, the bundle, its end user and its documents cannot be changed. Returns 422 `bundle_incomplete` with a message in `fields` for each requirement that is not met. `compliance.bundle.approved` and `compliance.bundle.rejected` report the decision.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, bundle_incomplete, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  submit(id: string, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/submit`, takesKey: true }, options);
  }

  /**
   * Withdraw a compliance bundle
   *
   * Turns a submitted bundle into a draft again.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  withdraw(id: string, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/withdraw`, takesKey: true }, options);
  }

  /**
   * Copy a compliance bundle
   *
   * Creates a draft with the contents of any bundle. An approved bundle is copied to be changed.
   *
   * Requires `compliance:write`.
   *
   * Fails with account_closed, account_pending_closure, account_suspended, conflict, csrf_rejected, forbidden, idempotency_in_progress, idempotency_key_reused, internal_error, invalid_input, invalid_state, key_in_url, malformed_json, malformed_request, mfa_required, not_found, payload_too_large, rate_limited, unauthorized, unavailable, unsupported_media_type.
   */
  copy(id: string, body: ComplianceBundleCopyRequest, options?: CallOptions): Promise<ComplianceBundle> {
    return this.transport.send({ method: 'POST', path: `/v1/compliance/bundles/${encodeURIComponent(id)}/copy`, body, takesKey: true }, options);
  }
}

export class ComplianceAccessLogResource {
  constructor(private readonly transport: Transport) {}

  /**
   * List reads of personal data
   *
   * Who has read which end user, document or export, newest first. For owners and admins of the account. Reads by operators are included.
   *
   * Requires `compliance:read` and `members:write`.
   *
   * Fails with account_closed, forbidden, internal_error, invalid_input, key_in_url, malformed_request, mfa_required, rate_limited, unauthorized, unavailable.
   */
  list(query: ComplianceAccessLogListQuery = {}, options?: CallOptions): PagePromise<AccessEntry, AccessEntryPage> {
    return this.transport.list({ path: '/v1/compliance/access-log', query }, options);
  }
}

export class ComplianceResource {
  readonly endUsers: ComplianceEndUsersResource;
  readonly documents: ComplianceDocumentsResource;
  readonly bundles: ComplianceBundlesResource;
  readonly accessLog: ComplianceAccessLogResource;

  constructor(transport: Transport) {
    this.endUsers = new ComplianceEndUsersResource(transport);
    this.documents = new ComplianceDocumentsResource(transport);
    this.bundles = new ComplianceBundlesResource(transport);
    this.accessLog = new ComplianceAccessLogResource(transport);
  }
}

/** Every resource of the API. */
export class Resources {
  readonly numbers: NumbersResource;
  readonly catalog: CatalogResource;
  readonly cart: CartResource;
  readonly checkouts: CheckoutsResource;
  readonly numberOrders: NumberOrdersResource;
  readonly porting: PortingResource;
  readonly cdrs: CdrsResource;
  readonly exports: ExportsResource;
  readonly dashboard: DashboardResource;
  readonly alarms: AlarmsResource;
  readonly billing: BillingResource;
  readonly invoices: InvoicesResource;
  readonly sipTrunks: SipTrunksResource;
  readonly routingProfiles: RoutingProfilesResource;
  readonly webrtcUsers: WebrtcUsersResource;
  readonly calls: CallsResource;
  readonly rejectedCalls: RejectedCallsResource;
  readonly account: AccountResource;
  readonly sms: SmsResource;
  readonly auth: AuthResource;
  readonly activity: ActivityResource;
  readonly apiKeys: ApiKeysResource;
  readonly oauthApps: OAuthAppsResource;
  readonly oauthGrants: OAuthGrantsResource;
  readonly user: UserResource;
  readonly oauth: OAuthResource;
  readonly events: EventsResource;
  readonly webhooks: WebhooksResource;
  readonly callWebhooks: CallWebhooksResource;
  readonly compliance: ComplianceResource;

  constructor(transport: Transport) {
    this.numbers = new NumbersResource(transport);
    this.catalog = new CatalogResource(transport);
    this.cart = new CartResource(transport);
    this.checkouts = new CheckoutsResource(transport);
    this.numberOrders = new NumberOrdersResource(transport);
    this.porting = new PortingResource(transport);
    this.cdrs = new CdrsResource(transport);
    this.exports = new ExportsResource(transport);
    this.dashboard = new DashboardResource(transport);
    this.alarms = new AlarmsResource(transport);
    this.billing = new BillingResource(transport);
    this.invoices = new InvoicesResource(transport);
    this.sipTrunks = new SipTrunksResource(transport);
    this.routingProfiles = new RoutingProfilesResource(transport);
    this.webrtcUsers = new WebrtcUsersResource(transport);
    this.calls = new CallsResource(transport);
    this.rejectedCalls = new RejectedCallsResource(transport);
    this.account = new AccountResource(transport);
    this.sms = new SmsResource(transport);
    this.auth = new AuthResource(transport);
    this.activity = new ActivityResource(transport);
    this.apiKeys = new ApiKeysResource(transport);
    this.oauthApps = new OAuthAppsResource(transport);
    this.oauthGrants = new OAuthGrantsResource(transport);
    this.user = new UserResource(transport);
    this.oauth = new OAuthResource(transport);
    this.events = new EventsResource(transport);
    this.webhooks = new WebhooksResource(transport);
    this.callWebhooks = new CallWebhooksResource(transport);
    this.compliance = new ComplianceResource(transport);
  }
}
