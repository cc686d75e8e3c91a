import type { ExpressionCheck } from '@symphony/adapters/melody';
import { failureOf } from '@symphony/domain';
import { checkExpression } from '../expression.ts';

/** Whether a condition can be read at all; what its names stand for is known only when it is played. */
export const whyNoExpression: ExpressionCheck = (expression) => {
  // Told by the checks of the flow already.
  if (expression.trim() === '') return null;
  try {
    checkExpression(expression);
    return null;
  } catch (error) {
    const { message } = failureOf(error);
    return { sentence: message, nextStep: "Write it as `ok == false`, `count > 0` or `answer == 'yes'`." };
  }
};
