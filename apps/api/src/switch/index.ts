export { createSwitchHandler, type SwitchServices } from './switch-handler';
export { SwitchMetrics } from './switch-metrics';
export { SwitchTokens } from './switch-tokens';
