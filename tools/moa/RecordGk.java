package moa.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import moa.classifiers.core.attributeclassobservers.GreenwaldKhannaNumericAttributeClassObserver;

/**
 * Prints what MOA's Greenwald-Khanna observer keeps and answers, one JSON object per column. Standard input holds, for every column, a number
 * of tuples, of rows and of classes, after how many rows each the tuples are printed, and a number of cuts; then value and class of each row;
 * then the cuts. It stands in the package of the summary because its tuples are not public.
 */
public class RecordGk {
    /** The summaries of an observer are for its heirs only. */
    static class Open extends GreenwaldKhannaNumericAttributeClassObserver {
        GreenwaldKhannaQuantileSummary of(int label) {
            return attValDistPerClass.get(label);
        }
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNext()) {
            Open observer = new Open();
            observer.numTuplesOption.setValue(input.nextInt());
            int rows = input.nextInt(), classes = input.nextInt(), every = input.nextInt(), asked = input.nextInt();
            List<String> states = new ArrayList<>(), cuts = new ArrayList<>(), below = new ArrayList<>();
            for (int i = 1; i <= rows; i++) {
                double value = Double.parseDouble(input.next());
                int label = input.nextInt();
                observer.observeAttributeClass(value, label, 1.0);
                if (i % every == 0 || i == rows) states.add("[" + i + ", " + label + ", " + tuples(observer.of(label)) + "]");
            }
            for (int k = 0; k < classes; k++) {
                GreenwaldKhannaQuantileSummary summary = observer.of(k);
                cuts.add(summary == null ? "[]" : Arrays.toString(summary.getSuggestedCutpoints()));
            }
            for (int i = 0; i < asked; i++) {
                double cut = Double.parseDouble(input.next());
                double[][] sides = observer.getClassDistsResultingFromBinarySplit(cut);
                below.add("[" + cut + ", " + Arrays.toString(sides[0]) + ", " + Arrays.toString(sides[1]) + "]");
            }
            System.out.println("{\"states\": " + states + ", \"cuts\": " + cuts + ", \"below\": " + below + "}");
        }
    }

    static List<String> tuples(GreenwaldKhannaQuantileSummary summary) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < summary.numTuples; i++) {
            GreenwaldKhannaQuantileSummary.Tuple tuple = summary.summary[i];
            found.add("[" + tuple.v + ", " + tuple.g + ", " + tuple.delta + "]");
        }
        return found;
    }
}
