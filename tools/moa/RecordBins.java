package moa.classifiers.core.attributeclassobservers;

import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Prints the bins of MOA's VFML observer, one JSON list per column. Standard input holds, for every column, a number of bins, a number of
 * rows and a number of classes, then value, class and weight of each row. It stands in MOA's package because the bins are not public.
 */
public class RecordBins {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNext()) {
            VFMLNumericAttributeClassObserver observer = new VFMLNumericAttributeClassObserver();
            observer.numBinsOption.setValue(Integer.parseInt(input.next()));
            int rows = Integer.parseInt(input.next()), classes = Integer.parseInt(input.next());
            for (int i = 0; i < rows; i++) {
                double value = Double.parseDouble(input.next());
                int label = Integer.parseInt(input.next());
                observer.observeAttributeClass(value, label, Double.parseDouble(input.next()));
            }
            List<String> found = new ArrayList<>();
            for (VFMLNumericAttributeClassObserver.Bin bin : observer.binList) {
                List<Double> weights = new ArrayList<>();
                for (int k = 0; k < classes; k++) weights.add(bin.classWeights.getValue(k));
                found.add("{\"lower\": " + bin.lowerBound + ", \"upper\": " + bin.upperBound + ", \"class\": " + bin.boundaryClass
                    + ", \"boundary\": " + bin.boundaryWeight + ", \"weights\": " + weights + "}");
            }
            System.out.println(found);
        }
    }
}
