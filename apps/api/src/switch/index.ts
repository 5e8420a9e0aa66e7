export { SwitchInterface } from './switch-endpoints';
export { createSwitchHandler } from './switch-handler';
export { SwitchMetrics } from './switch-metrics';
export { SwitchTokens } from './switch-tokens';
