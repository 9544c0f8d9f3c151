import com.sun.management.OperatingSystemMXBean;
import com.yahoo.labs.samoa.instances.Instance;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import moa.classifiers.AbstractClassifier;
import moa.classifiers.trees.HoeffdingTree;
import moa.classifiers.trees.iadem.Iadem2;
import moa.core.Measurement;
import moa.core.Utils;

/**
 * Times one of MOA's trees over rows that are already in memory.
 *
 * Arguments: the file of rows, the leaf predictor (mc, nb or nba), MOA's numeric observer with its options (or
 * nothing for the default), and the tree (iadem2, or nothing for the Hoeffding tree). One predictor per virtual
 * machine, so that the compiler sees one class of leaf and may inline it, as it would in a program that uses one tree.
 * Then one line "train" or "prequential" on the input asks for one run of a fresh tree and is answered by one line
 * of JSON. Warming up is up to whoever asks: throw the first answers away.
 */
public final class Race {
    private Race() { }

    public static void main(String[] arguments) throws IOException {
        Rows rows = Rows.read(Path.of(arguments[0]));
        String predictor = arguments[1];
        String observer = arguments.length > 2 ? arguments[2] : "";
        boolean iadem = arguments.length > 3 && arguments[3].equals("iadem2");
        PrintStream answers = System.out;
        System.setOut(System.err); // Iadem2 prints a line when it compares intervals that are no numbers
        answers.println("{\"ready\": true}");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            AbstractClassifier tree = iadem ? iadem(predictor) : hoeffding(predictor, observer);
            tree.setModelContext(rows.header);
            tree.prepareForUse();
            answers.println(run(rows, tree, line.equals("prequential")));
        }
    }

    private static String run(Rows rows, AbstractClassifier tree, boolean prequential) {
        System.gc(); // the garbage of the last run is not this run's business
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long busyBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        int correct = prequential ? testThenTrain(tree, rows.instances) : train(tree, rows.instances);
        double seconds = (System.nanoTime() - start) * 1e-9;
        double busy = (system.getProcessCpuTime() - busyBefore) * 1e-9;
        double accuracy = (double) correct / rows.instances.length;
        Measurement[] measured = tree.getModelMeasurements();
        return String.format(
            Locale.ROOT,
            "{\"seconds\": %.9f, \"busy\": %.9f, \"rows\": %d, \"accuracy\": %s,"
                + " \"nodes\": %s, \"leaves\": %s, \"depth\": %s}",
            seconds,
            busy,
            rows.instances.length,
            prequential ? Double.toString(accuracy) : "null",
            whole(measured, "tree size (nodes)"),
            whole(measured, "tree size (leaves)"),
            whole(measured, "tree depth"));
    }

    /** MOA's defaults, but for the memory limit: at a million rows the default of 32 MiB would freeze leaves. */
    private static AbstractClassifier hoeffding(String predictor, String observer) {
        HoeffdingTree tree = new HoeffdingTree();
        tree.leafpredictionOption.setChosenLabel(predictor.toUpperCase(Locale.ROOT).replace("NBA", "NBAdaptive"));
        if (!observer.isEmpty()) {
            tree.numericEstimatorOption.setValueViaCLIString(observer);
        }
        tree.maxByteSizeOption.setValue(Integer.MAX_VALUE);
        tree.memoryEstimatePeriodOption.setValue(Integer.MAX_VALUE);
        return tree;
    }

    /** MOA's defaults, but for the leaf (theirs is nb); it has no memory limit. */
    private static AbstractClassifier iadem(String predictor) {
        Iadem2 tree = new Iadem2();
        tree.leafPredictionOption.setChosenLabel(predictor.toUpperCase(Locale.ROOT));
        return tree;
    }

    private static int train(AbstractClassifier tree, Instance[] instances) {
        for (Instance instance : instances) {
            tree.trainOnInstance(instance);
        }
        return 0;
    }

    private static int testThenTrain(AbstractClassifier tree, Instance[] instances) {
        int correct = 0;
        for (Instance instance : instances) {
            if (Utils.maxIndex(tree.getVotesForInstance(instance)) == (int) instance.classValue()) {
                correct++;
            }
            tree.trainOnInstance(instance);
        }
        return correct;
    }

    /** What a tree says of itself; null for what it does not say. */
    private static String whole(Measurement[] measured, String name) {
        Measurement found = Measurement.getMeasurementNamed(name, measured);
        return found == null ? "null" : Long.toString(Math.round(found.getValue()));
    }
}
